// The curves of a quantity over time, with the time that is shown.

import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';

const most = 12; // curves at a time

export class Chart {
  // colorOf gives the colour of an object, dashOf its dashes; seek is called with a time that is clicked.
  constructor(parent, tabs, info, colorOf, dashOf, seek) {
    Object.assign(this, { parent, tabs, info, colorOf, dashOf, seek, chosen: null });
    const run = info.runs[0];
    this.choices = run.quantities.map((quantity, k) => ({ quantity, k }));
    if (info.apart) this.choices.unshift({ quantity: { name: 'A to B', unit: 'm' }, apart: true });
    for (const c of this.choices) {
      const b = document.createElement('button');
      b.textContent = c.quantity.name;
      b.addEventListener('click', () => this.select(c));
      c.button = b;
      tabs.append(b);
    }
    this.note = document.createElement('span');
    tabs.append(this.note);
    new ResizeObserver(() => this.plot?.setSize(this.size())).observe(parent);
    if (this.choices.length > 0) this.select(this.choices[0]);
  }

  size() { return { width: this.parent.clientWidth, height: this.parent.clientHeight }; }

  select(choice) {
    this.choice = choice;
    for (const c of this.choices) c.button.ariaPressed = String(c === choice);
    this.build();
  }

  // choose shows the curves of one object, or of all (null).
  choose(name) {
    this.chosen = name;
    this.build();
  }

  // curves returns the curves to draw: { label, times, values, color, dash }.
  curves() {
    const list = [];
    const wanted = (name) => this.chosen === null || this.chosen === name;
    if (this.choice.apart) {
      this.info.apart.names.forEach((name, i) => {
        if (wanted(name)) list.push({ label: name, ...withGaps(this.info.apart, this.info.apart.series[i]), color: this.colorOf(name) });
      });
      return list;
    }
    for (const run of this.info.runs) {
      run.moving.forEach((object, i) => {
        const name = run.objects[object].name;
        if (!wanted(name)) return;
        const { times, values } = withGaps(run, run.series[this.choice.k][i]);
        list.push({ label: run.index ? `${name} (B)` : name, times, values, color: this.colorOf(name), dash: this.dashOf(name, run.index) });
      });
    }
    return list;
  }

  build() {
    this.plot?.destroy();
    this.plot = null;
    const all = this.curves();
    const curves = all.slice(0, most);
    this.hint = all.length > most ? `${most} of ${all.length}: choose a body for its own curve` : '';
    this.note.textContent = this.hint;
    if (curves.length === 0) return;
    const { name, unit } = this.choice.quantity;
    this.plot = new uPlot({
      ...this.size(),
      scales: { x: { time: false }, y: { range: (_, low, high) => (low === high ? [low - (low === 0 ? 0 : 1), low + 1] : uPlot.rangeNum(low, high, 0.1, true)) } },
      legend: { show: false },
      cursor: { drag: { x: false, y: false }, y: false },
      axes: [
        { size: 26, space: 80, grid: { stroke: '#eee' }, ticks: { show: false }, values: (_, list) => list.map((v) => `${+v.toPrecision(6)} s`) },
        { size: widest, grid: { stroke: '#eee' }, ticks: { show: false }, values: (_, list, __, ___, increment) => list.map((v) => `${text(v, increment)} ${unit}`) },
      ],
      series: [{}, ...curves.map((c) => ({ label: c.label, stroke: c.color, width: 1.5, dash: c.dash, points: { show: false }, pxAlign: 0 }))],
      hooks: { draw: [(u) => this.drawTime(u)], ready: [(u) => this.listen(u)], setCursor: [(u) => this.read(u)] },
    }, uPlot.join(curves.map((c) => [c.times, Array.from(c.values, (v) => (Number.isFinite(v) ? v : null))])), this.parent);
    this.plot.root.role = 'img';
    this.plot.root.ariaLabel = `${name} over time, in ${unit}: ${curves.map((c) => c.label).join(', ')}`;
  }

  listen(u) {
    const go = (e) => { if (e.buttons & 1) this.seek(u.posToVal(e.clientX - u.over.getBoundingClientRect().left, 'x')); };
    u.over.addEventListener('pointerdown', go);
    u.over.addEventListener('pointermove', go);
  }

  // read writes the name and the value of the curve next to the pointer.
  read(u) {
    const { left, top, idx } = u.cursor;
    let best = null;
    for (let k = 1; left >= 0 && idx != null && k < u.series.length; k++) {
      const v = u.data[k][idx];
      if (v == null) continue;
      const off = Math.abs(u.valToPos(v, 'y') - top);
      if (!best || off < best.off) best = { off, text: `${u.series[k].label}: ${+v.toPrecision(5)} ${this.choice.quantity.unit} at ${+u.data[0][idx].toPrecision(6)} s` };
    }
    this.note.textContent = best?.text ?? this.hint;
  }

  drawTime(u) {
    if (this.time === undefined) return;
    const x = Math.round(u.valToPos(this.time, 'x', true)) + 0.5;
    if (x < u.bbox.left || x > u.bbox.left + u.bbox.width) return;
    const c = u.ctx;
    c.save();
    c.strokeStyle = '#1c1c1c';
    c.setLineDash([]); // that of the last curve is still there
    c.beginPath();
    c.moveTo(x, u.bbox.top);
    c.lineTo(x, u.bbox.top + u.bbox.height);
    c.stroke();
    c.restore();
  }

  show(t) {
    this.time = t;
    this.plot?.redraw(false, false);
  }
}

// withGaps returns the values of a run with one that is no number between frames of which some are missing.
function withGaps({ times, gaps }, values) {
  if (gaps.length === 0) return { times, values };
  const longer = { times: new Float64Array(times.length + gaps.length), values: new Float32Array(times.length + gaps.length) };
  let from = 0;
  [...gaps, times.length - 1].forEach((last, k) => {
    longer.times.set(times.subarray(from, last + 1), from + k);
    longer.values.set(values.subarray(from, last + 1), from + k);
    if (k < gaps.length) {
      longer.times[last + 1 + k] = (times[last] + times[last + 1]) / 2;
      longer.values[last + 1 + k] = NaN;
    }
    from = last + 1;
  });
  return longer;
}

// widest returns the room that the labels of an axis need.
function widest(u, labels, axis) {
  if (!labels) return 64;
  u.ctx.font = u.axes[axis].font[0];
  return Math.max(64, ...labels.map((text) => Math.ceil(u.ctx.measureText(text).width / devicePixelRatio) + 12));
}

// text writes a value of an axis whose ticks are an increment apart.
function text(v, increment) {
  const size = Math.max(Math.abs(v), increment);
  if (size !== 0 && (size < 1e-3 || size >= 1e5)) return v === 0 ? '0' : v.toExponential(1);
  return String(+v.toPrecision(6));
}
