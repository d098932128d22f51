// The page that shows one run of a log, or two of them in one picture.

import '../style.css';
import { Chart } from './plot.js';
import { Clock } from './clock.js';
import { EventList, ObjectList } from './side.js';
import { frameAt } from './motion.js';
import { loadRuns } from './data.js';
import { Stage } from './stage.js';

const $ = (id) => document.getElementById(id);

start().catch((e) => {
  $('wait').hidden = true;
  tell(`${e.message ?? e}`);
  console.error(e);
});

// tell shows a message over the picture.
function tell(text) {
  $('problem').hidden = false;
  $('problem').textContent = text;
}

async function start() {
  const info = await loadRuns();
  const [first, second] = info.runs;
  head(info);
  const stage = new Stage($('stage'));
  for (const run of info.runs) await stage.add(run, run.index > 0);
  for (const run of stage.runs) stage.addMarks(run);
  stage.whole();
  $('wait').hidden = true;

  const later = second ? second.times.filter((t) => t > (first.times.at(-1) ?? -1)) : [];
  const clock = new Clock(Float32Array.from([...first.times, ...later]));
  const colorOf = (name) => first.objects.find((o) => o.name === name)?.color || second?.objects.find((o) => o.name === name)?.color || '#777777';
  const seek = (t) => { clock.play(false); clock.set(t); };
  const chart = new Chart($('plot'), $('quantities'), info, colorOf, seek);
  const choose = (object) => {
    objects.choose(object);
    chart.choose(object < 0 ? null : first.objects[object].name);
    stage.watch(object < 0 ? null : stage.runs[0], object);
  };
  const objects = new ObjectList($('objects'), first, second, colorOf, choose);
  const events = new EventList($('events'), info.runs, colorOf, (run, e) => {
    seek(e.t);
    if (e.points) stage.look(stage.world.localToWorld(stage.controls.target.clone().fromArray(e.points[0])), stage.camera.position.distanceTo(stage.controls.target));
    stage.followed = null;
  });

  let stale = true; // the picture is not that of the time
  const options = () => ({ marks: $('marks').checked, paths: $('paths').checked, ghosts: $('ghosts').checked });
  const show = () => {
    const t = clock.now;
    stage.show(t, options());
    chart.show(t);
    events.show(t);
    objects.show(first.series[0], frameAt(first.times, t).i, first.quantities[0].unit);
    $('clock').value = `${t.toFixed(4)} s`;
    $('time').value = String(t);
    stale = true;
  };
  clock.addEventListener('time', show);
  clock.addEventListener('playing', () => { $('play').classList.toggle('on', clock.playing); });
  stage.controls.addEventListener('change', () => { stale = true; });
  new ResizeObserver(() => { stale = true; ticks(info, clock); }).observe($('stage'));
  wire({ info, stage, clock, choose, show });
  ticks(info, clock);
  show();

  let before = performance.now();
  const frame = (now) => {
    clock.advance(Math.min(now - before, 250) / 1000);
    before = now;
    if (stale) stage.draw();
    stale = false;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  window.prang = { info, stage, clock, choose };
  document.body.dataset.ready = 'yes';
}

// head writes what the page is about.
function head({ runs, apart }) {
  const [a, b] = runs;
  document.title = `${b ? `${a.log} and ${b.log}` : a.scenario} – prang view`;
  $('title').textContent = a.scenario;
  const facts = (run) => `${run.frames} frames of ${+run.step.toPrecision(4)} s${run.every > 1 ? `, every ${run.every}th shown` : ''}; ${run.ended}; ${run.engine}`;
  $('facts').textContent = b ? `A ${a.log}: ${facts(a)}` : `${a.log}: ${facts(a)}`;
  if (b) {
    $('second').hidden = false;
    const apartText = apart?.first === null ? 'the frames shown are equal bit for bit' : apart?.first ? `first difference in the frames shown at ${+apart.first.t.toPrecision(6)} s, ${apart.first.name}` : '';
    $('second').textContent = [`B ${b.log}: ${facts(b)}`, apartText].filter(Boolean).join('; ');
    $('ghosts-label').hidden = false;
  }
  const problems = runs.flatMap((run) => run.problems.map((p) => `${run.log}: ${p}`));
  if (problems.length > 0) tell(problems.join('\n'));
}

// ticks draws the impacts at their places on the track of the time.
function ticks({ runs }, clock) {
  const canvas = $('ticks');
  const scale = window.devicePixelRatio;
  canvas.width = canvas.clientWidth * scale;
  canvas.height = canvas.clientHeight * scale;
  const c = canvas.getContext('2d');
  const span = clock.end - clock.start;
  if (span <= 0) return;
  for (const run of runs) {
    c.fillStyle = run.index ? '#2f6db3' : '#b03a2e';
    for (const e of run.events) {
      if (e.kind === 'impact') c.fillRect((e.t - clock.start) / span * canvas.width - scale, run.index ? 20 * scale : 0, 2 * scale, 6 * scale);
    }
  }
}

// wire connects buttons and keys.
function wire({ stage, clock, choose, show }) {
  const on = (id, f) => $(id).addEventListener('click', f);
  const time = $('time');
  time.min = clock.start;
  time.max = clock.end;
  time.addEventListener('input', () => { clock.play(false); clock.set(+time.value); });
  const rate = $('rate');
  rate.addEventListener('change', () => { clock.rate = +rate.value; });
  const faster = (by) => {
    rate.selectedIndex = Math.min(Math.max(rate.selectedIndex + by, 0), rate.options.length - 1);
    clock.rate = +rate.value;
  };
  const redraw = () => { show(); };
  const actions = {
    ' ': () => clock.play(!clock.playing),
    ArrowLeft: (e) => clock.step(e.shiftKey ? -10 : -1),
    ArrowRight: (e) => clock.step(e.shiftKey ? 10 : 1),
    Home: () => { clock.play(false); clock.set(clock.start); },
    End: () => { clock.play(false); clock.set(clock.end); },
    '+': () => faster(1), '-': () => faster(-1),
    r: () => { choose(-1); stage.whole(); redraw(); },
    t: () => { choose(-1); stage.above(); redraw(); },
    p: () => { $('paths').checked = !$('paths').checked; redraw(); },
    m: () => { $('marks').checked = !$('marks').checked; redraw(); },
    g: () => { $('ghosts').checked = !$('ghosts').checked; redraw(); },
    Escape: () => choose(-1),
  };
  document.addEventListener('keydown', (e) => {
    if (e.ctrlKey || e.metaKey || e.altKey || !actions[e.key] || e.target.matches('select')) return;
    if (e.key === ' ' && e.target.matches('button, input[type="checkbox"]')) return; // that is what it presses
    e.preventDefault();
    actions[e.key](e);
  });
  on('play', actions[' ']);
  on('back', actions.ArrowLeft);
  on('next', actions.ArrowRight);
  on('first', actions.Home);
  on('last', actions.End);
  on('whole', actions.r);
  on('above', actions.t);
  for (const id of ['paths', 'marks', 'ghosts']) $(id).addEventListener('change', redraw);
  // A button that was pressed must not take the next space.
  document.addEventListener('click', (e) => { if (e.target.closest('button, label')) document.activeElement?.blur(); });
  pointer(stage, choose);
}

// pointer names what is under the pointer, and follows what is clicked.
function pointer(stage, choose) {
  const canvas = stage.renderer.domElement;
  const tip = $('tip');
  let down = null;
  canvas.addEventListener('pointermove', (e) => {
    const hit = e.buttons ? null : stage.at(e.clientX, e.clientY);
    tip.hidden = !hit;
    if (!hit) return;
    const r = stage.parent.getBoundingClientRect();
    tip.textContent = hit.run.info.objects[hit.object].name + (hit.run.ghost ? ' (B)' : '');
    tip.style.left = `${e.clientX - r.left + 14}px`;
    tip.style.top = `${e.clientY - r.top + 10}px`;
  });
  canvas.addEventListener('pointerleave', () => { tip.hidden = true; });
  canvas.addEventListener('pointerdown', (e) => { down = { x: e.clientX, y: e.clientY }; });
  canvas.addEventListener('pointerup', (e) => {
    if (!down || Math.hypot(e.clientX - down.x, e.clientY - down.y) > 4 || e.button !== 0) return;
    const hit = stage.at(e.clientX, e.clientY);
    if (hit && !hit.run.ghost && hit.run.info.moving.includes(hit.object)) choose(hit.object);
  });
}
