// What the page shows comes from the elements of the page itself, where they are there, and else from the server.

const bytesOf = (base64) => Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));

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

// For objects that move and have no colour of their own; those of the same name in two runs have the same one.
const palette = ['#4e79a7', '#f28e2b', '#59a14f', '#e15759', '#76b7b2', '#b07aa1', '#9c755f', '#edc948', '#ff9da7', '#7f7f7f'];

function giveColors(info) {
  const given = new Map();
  for (const run of info.runs) {
    for (const i of run.moving) {
      const o = run.objects[i];
      if (o.color) continue;
      if (!given.has(o.name)) given.set(o.name, palette[given.size % palette.length]);
      o.color = given.get(o.name);
      o.painted = true;
    }
  }
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
    run.times = take();
    run.series = run.quantities.map(() => run.moving.map(take));
    run.skids = new Float32Array(await load(`skids${i}`));
  }
  if (info.apart) {
    const values = new Float32Array(await load('apart'));
    let at = 0;
    const take = () => values.subarray(at, (at += info.apart.count));
    info.apart.times = take();
    info.apart.series = info.apart.names.map(take);
  }
  return info;
}
