// The time that is shown, and its playing.

export class Clock extends EventTarget {
  constructor(times) {
    super();
    this.times = times; // of the frames, ascending [s]
    this.now = this.start;
    this.rate = 1;
    this.playing = false;
  }

  get start() { return this.times[0] ?? 0; }
  get end() { return this.times[this.times.length - 1] ?? 0; }

  set(t) {
    const now = Math.min(Math.max(t, this.start), this.end);
    if (now === this.now) return;
    this.now = now;
    this.dispatchEvent(new Event('time'));
  }

  play(on) {
    if (on && this.now >= this.end) this.set(this.start);
    this.playing = on;
    this.dispatchEvent(new Event('playing'));
  }

  // advance is told how long it is since the last picture [s].
  advance(passed) {
    if (!this.playing) return;
    this.set(this.now + this.rate * passed);
    if (this.now >= this.end) this.play(false);
  }

  // step goes on or back by frames, from the frame nearest to the time.
  step(frames) {
    this.play(false);
    let nearest = 0, low = 0, high = this.times.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      if (Math.abs(this.times[middle] - this.now) < Math.abs(this.times[nearest] - this.now)) nearest = middle;
      if (this.times[middle] < this.now) low = middle + 1; else high = middle - 1;
    }
    this.set(this.times[Math.min(Math.max(nearest + frames, 0), this.times.length - 1)]);
  }
}
