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
  const clock = new Clock(Float64Array.from([...first.times, ...later]));
  const colorOf = (name) => first.objects.find((o) => o.name === name)?.color || second?.objects.find((o) => o.name === name)?.color || '#777777';
  // Where there is one run, of curves of the same colour the second has dashes, and so on; of two runs, those of the second.
  const same = first.moving.map((i, k) => first.moving.slice(0, k).filter((j) => first.objects[j].color === first.objects[i].color).length);
  const stripes = new Map(first.moving.map((i, k) => [first.objects[i].name, second ? 0 : same[k] % 4]));
  const stripesOf = (name) => stripes.get(name) ?? 0;
  const dashOf = (name, run) => (run ? [5, 4] : [undefined, [9, 4], [2, 3], [9, 3, 2, 3]][stripesOf(name)]);
  const seek = (t) => { clock.play(false); clock.set(t); };
  const chart = new Chart($('plot'), $('quantities'), info, colorOf, dashOf, seek);
  const choose = (object) => {
    objects.choose(object);
    chart.choose(object < 0 ? null : first.objects[object].name);
    stage.watch(object < 0 ? null : stage.runs[0], object);
  };
  const objects = new ObjectList($('objects'), first, colorOf, stripesOf, choose);
  const events = new EventList($('events'), info.runs, colorOf, (run, e) => {
    seek(e.t);
    if (![e.a, e.b].includes(objects.chosen) || run.index > 0) choose(-1); // the camera stays with a body that it goes with
    if (e.points) stage.look(stage.world.localToWorld(stage.controls.target.clone().fromArray(e.points[0])), stage.camera.position.distanceTo(stage.controls.target));
  });

  let stale = true; // the picture is not that of the time
  const options = () => ({ marks: $('marks').checked, paths: $('paths').checked, ghosts: $('ghosts').checked });
  const show = () => {
    const t = clock.now;
    stage.show(t, options());
    chart.show(t);
    events.show(t);
    objects.show(first.series[0], frameAt(first.times, t).i, first.quantities[0].unit);
    if (document.activeElement !== $('clock')) $('clock').value = `${t.toFixed(4)} s`;
    $('time').value = String(t);
    $('time').ariaValueText = `${t.toFixed(4)} s`;
    stale = true;
  };
  clock.addEventListener('time', show);
  clock.addEventListener('playing', () => {
    $('play').classList.toggle('on', clock.playing);
    $('play').ariaLabel = clock.playing ? 'pause' : 'play';
  });
  stage.controls.addEventListener('change', () => { stale = true; });
  new ResizeObserver(() => { stale = true; ticks(info, clock); }).observe($('stage'));
  wire({ stage, clock, events, choose, show });
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
  window.prang = { info, stage, clock, chart, choose };
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
    const apartText = apart?.first === null ? `the frames ${runs.some((run) => run.problems.length > 0) ? 'that both have' : 'shown'} are equal bit for bit` : apart?.first ? `first difference in the frames shown at ${+apart.first.t.toPrecision(6)} s, ${apart.first.name}` : '';
    $('second').textContent = [`B ${b.log}: ${facts(b)}`, apartText].filter(Boolean).join('; ');
    $('ghosts-label').hidden = false;
  }
  const problems = runs.flatMap((run) => run.problems.map((p) => `${run.log}: ${p}`));
  if (problems.length > 0) tell(problems.join('\n'));
}

// ticks draws the impacts at their places on the track of the time, and grey where frames are missing.
function ticks({ runs }, clock) {
  const canvas = $('ticks');
  const scale = window.devicePixelRatio;
  canvas.width = canvas.clientWidth * scale;
  canvas.height = canvas.clientHeight * scale;
  const c = canvas.getContext('2d');
  const span = clock.end - clock.start;
  if (span <= 0) return;
  for (const run of runs) {
    const at = (t) => (t - clock.start) / span * canvas.width;
    c.fillStyle = '#8888';
    for (const i of run.gaps) c.fillRect(at(run.times[i]), 0, at(run.times[i + 1]) - at(run.times[i]), canvas.height);
    c.fillStyle = run.index ? '#2f6db3' : '#b03a2e';
    for (const e of run.events) {
      if (e.kind === 'impact') c.fillRect(at(e.t) - scale, run.index ? 20 * scale : 0, 2 * scale, 6 * scale);
    }
  }
}

const turn = Math.PI / 24; // of the camera at a key

// wire connects buttons and keys.
function wire({ stage, clock, events, choose, show }) {
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
    n: () => events.step(clock.now, 1), b: () => events.step(clock.now, -1),
    a: () => stage.turn(turn, 0), d: () => stage.turn(-turn, 0), w: () => stage.turn(0, turn), s: () => stage.turn(0, -turn),
    i: () => stage.zoom(1.2), o: () => stage.zoom(1 / 1.2),
    '?': () => $('keys').showModal(),
    Escape: () => choose(-1),
  };
  document.addEventListener('keydown', (e) => {
    if (e.ctrlKey || e.metaKey || e.altKey || !actions[e.key] || e.target.matches('select, #clock') || $('keys').open) return;
    if (e.key === ' ' && e.target.matches('button, input[type="checkbox"]')) return; // that is what it presses
    e.preventDefault();
    actions[e.key](e);
  });
  on('play', actions[' ']);
  on('back', actions.ArrowLeft);
  on('next', actions.ArrowRight);
  on('first', actions.Home);
  on('last', actions.End);
  on('hit', actions.n);
  on('hit-before', actions.b);
  on('help', actions['?']);
  on('whole', actions.r);
  on('above', actions.t);
  for (const id of ['paths', 'marks', 'ghosts']) $(id).addEventListener('change', redraw);
  // A time that is typed is gone to.
  const typed = $('clock');
  typed.addEventListener('focus', () => typed.select());
  typed.addEventListener('change', () => {
    const t = parseFloat(typed.value.replace(',', '.'));
    if (!Number.isFinite(t)) return;
    clock.play(false);
    clock.set(t);
  });
  typed.addEventListener('blur', show);
  typed.addEventListener('keydown', (e) => {
    if (e.key === 'Escape') typed.value = ''; // which is no time
    if (e.key === 'Enter' || e.key === 'Escape') typed.blur();
  });
  // A button that the pointer has pressed must not take the next space; one that a key has pressed keeps the focus.
  document.addEventListener('click', (e) => { if (e.detail > 0 && e.target.closest('button, label')) document.activeElement?.blur(); });
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
