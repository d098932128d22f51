// The animation of a glTF as poses at any time: linear between frames, attitudes on the shortest arc.

import { Quaternion, Vector3 } from 'three';

const q = new Quaternion(), p = new Vector3();

// frameAt returns the index of the last of the ascending times that is not after t, and how far t is on the way to the next.
export function frameAt(times, t) {
  let low = 0, high = times.length - 1;
  if (high < 0 || t <= times[0]) return { i: 0, part: 0 };
  if (t >= times[high]) return { i: high, part: 0 };
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (times[middle] <= t) low = middle; else high = middle;
  }
  return { i: low, part: (t - times[low]) / (times[high] - times[low]) };
}

export class Motion {
  // A model as the loader of three gives it. Nodes are found by the names that their tracks have.
  constructor(model) {
    this.tracks = [];
    this.times = new Float32Array([0]);
    for (const track of model.animations[0]?.tracks ?? []) {
      const dot = track.name.lastIndexOf('.');
      const node = model.scene.getObjectByName(track.name.slice(0, dot)) ?? model.scene.getObjectByProperty('uuid', track.name.slice(0, dot));
      if (!node) continue;
      this.times = track.times;
      this.tracks.push({ node, values: track.values, turns: track.name.endsWith('.quaternion') });
    }
  }

  // show moves all nodes to where they are at a time.
  show(t) {
    const { i, part } = frameAt(this.times, t);
    for (const { node, values, turns } of this.tracks) {
      if (turns) {
        node.quaternion.fromArray(values, 4 * i);
        if (part > 0) node.quaternion.slerp(q.fromArray(values, 4 * i + 4), part);
        continue;
      }
      const k = 3 * i;
      node.position.fromArray(values, k);
      if (part > 0) node.position.lerp(p.fromArray(values, k + 3), part);
    }
  }

  // path returns the places of a node in all frames, or none if it does not move.
  path(node) {
    return this.tracks.find((t) => t.node === node && !t.turns)?.values;
  }
}
