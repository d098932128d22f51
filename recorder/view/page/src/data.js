// What the page shows comes from the elements of the page itself, where they are there, and else from the server.

function bytesOf(base64) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(base64);
  const text = atob(base64), bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i); // a callback for each byte takes seconds
  return bytes;
}

// load returns an ArrayBuffer: the part of the page with that id, decoded, or what the server has by that name.
export async function load(name) {
  const part = document.getElementById(name);
  if (part) {
    const text = part.textContent.trim();
    part.remove(); // its text is twice the size of the data
    return bytesOf(text).buffer;
  }
  const answer = await fetch(name);
  if (!answer.ok) throw new Error(`${name}: ${answer.status} ${(await answer.text()).trim() || answer.statusText}`);
  return answer.arrayBuffer();
}

// For objects that move and have no colour of their own, by their place in the log, as in the report; those of the same name in
// two runs have the same one.
const palette = ['#c0392b', '#2471a3', '#1e8449', '#b7950b', '#7d3c98', '#ca6f1e', '#117a65', '#5d6d7e'];

function giveColors(info) {
  const given = new Map();
  for (const run of info.runs) {
    for (const i of run.moving) {
      const o = run.objects[i];
      if (o.color) continue;
      if (!given.has(o.name)) given.set(o.name, palette[i % palette.length]);
      o.color = given.get(o.name);
      o.painted = true;
    }
  }
}

// ofSteps returns times in single precision, which after an hour is a quarter of a millisecond, as the multiples of a step that they are.
const ofSteps = (times, step) => Float64Array.from(times, (t) => Math.round(t / step) * step);

// gapsOf returns between which frames of a run some are missing: the indices of those before.
function gapsOf({ times, step, every }) {
  const list = [];
  for (let i = 0; i + 1 < times.length; i++) {
    if (times[i + 1] - times[i] > (every + 0.5) * step) list.push(i);
  }
  return list;
}

// loadRuns returns the description of the runs and, for each, its model, its series by quantity and body, and its skid marks.
export async function loadRuns() {
  const info = JSON.parse(new TextDecoder().decode(await load('run')));
  giveColors(info);
  for (const [i, run] of info.runs.entries()) {
    run.index = i;
    run.model = await load(`model${i}`);
    const values = new Float32Array(await load(`series${i}`));
    let at = 0;
    const take = () => values.subarray(at, (at += run.shown));
    run.times = ofSteps(take(), run.step);
    run.gaps = gapsOf(run);
    run.series = run.quantities.map(() => run.moving.map(take));
    run.skids = new Float32Array(await load(`skids${i}`));
  }
  if (info.apart) {
    const values = new Float32Array(await load('apart'));
    let at = 0;
    const take = () => values.subarray(at, (at += info.apart.count));
    info.apart.times = ofSteps(take(), info.runs[0].step);
    info.apart.gaps = gapsOf({ ...info.runs[0], times: info.apart.times });
    info.apart.series = info.apart.names.map(take);
  }
  return info;
}
