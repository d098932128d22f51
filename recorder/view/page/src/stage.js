// The runs in three dimensions. The world of a log has z up, that of three y up: what is in `world` has z up.

import {
  Box3, BufferAttribute, BufferGeometry, Color, ConeGeometry, CylinderGeometry, DirectionalLight, DoubleSide, EdgesGeometry, Fog, GridHelper, Group, HemisphereLight, LineBasicMaterial, LineSegments, Mesh,
  MeshBasicMaterial, PerspectiveCamera, PlaneGeometry, Raycaster, Scene, SphereGeometry, Vector2, Vector3, WebGLRenderer,
} from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { Line2 } from 'three/addons/lines/Line2.js';
import { LineGeometry } from 'three/addons/lines/LineGeometry.js';
import { LineMaterial } from 'three/addons/lines/LineMaterial.js';
import { Motion } from './motion.js';

const ball = new SphereGeometry(1, 16, 12), shaft = new CylinderGeometry(1, 1, 1, 12), head = new ConeGeometry(1, 1, 20);
const point = new Vector3();
const background = new Color('#dfe3e6');
const second = new Color('#2f6db3');
const maxEdged = 200; // moving objects of which edges are drawn
const markTime = 0.25; // how long around an impact its arrows are seen [s]

// withoutStraight returns the places of a path, three numbers each, without those that are no farther than some distance from
// the line between their neighbours: a path of an hour has as many places as frames.
function withoutStraight(places, distance) {
  const kept = [0, 1, 2].map((k) => places[k]);
  const a = new Vector3(), b = new Vector3(), p = new Vector3(), along = new Vector3();
  const last = places.length / 3 - 1;
  const near = (k) => {
    p.fromArray(places, 3 * k).sub(a);
    const part = Math.min(Math.max(p.dot(along) / (along.lengthSq() || 1), 0), 1);
    return p.addScaledVector(along, -part).length() <= distance;
  };
  for (let from = 0, k = 1; k <= last; k++) {
    a.fromArray(places, 3 * from);
    along.copy(b.fromArray(places, 3 * (k < last ? k + 1 : k))).sub(a);
    let straight = k < last && k - from < 100;
    for (let i = from + 1; straight && i <= k; i++) straight = near(i);
    if (straight) continue;
    kept.push(places[3 * k], places[3 * k + 1], places[3 * k + 2]);
    from = k;
  }
  return kept;
}

export class Stage {
  constructor(parent) {
    this.parent = parent;
    this.renderer = new WebGLRenderer({ antialias: true, logarithmicDepthBuffer: true, preserveDrawingBuffer: true });
    this.renderer.setPixelRatio(Math.min(window.devicePixelRatio, 2));
    this.renderer.shadowMap.enabled = true;
    parent.prepend(this.renderer.domElement);
    this.scene = new Scene();
    this.scene.background = background;
    this.world = new Group();
    this.world.rotation.x = -Math.PI / 2;
    this.scene.add(this.world);
    this.camera = new PerspectiveCamera(40, 1, 0.02, 20000);
    this.controls = new OrbitControls(this.camera, this.renderer.domElement);
    this.controls.enableDamping = false;
    this.controls.zoomToCursor = true;
    this.light();
    this.runs = [];
    this.marks = [];
    this.followed = null; // { run, object }
    this.last = new Vector3();
    new ResizeObserver(() => this.resize()).observe(parent);
    this.resize();
  }

  light() {
    this.scene.add(new HemisphereLight('#ffffff', '#b9b4a8', 1.7));
    this.sun = new DirectionalLight('#fff7ea', 2.2);
    this.sun.castShadow = true;
    this.sun.shadow.mapSize.set(2048, 2048);
    this.sun.shadow.bias = -0.0005;
    this.sun.shadow.normalBias = 0.03;
    this.scene.add(this.sun, this.sun.target);
  }

  resize() {
    const { clientWidth: width, clientHeight: height } = this.parent;
    if (width === 0 || height === 0) return;
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
  }

  // add shows a run, of which the second one is a ghost without statics.
  async add(info, ghost) {
    const model = await new GLTFLoader().parseAsync(info.model, '');
    const root = model.scene.children[0];
    const run = { info, ghost, model, motion: new Motion(model), nodes: [], paths: new Group(), bounds: new Box3() };
    for (const node of root.children) {
      const i = info.objects.findIndex((o) => o.name === node.userData.name);
      if (i < 0) continue;
      run.nodes[i] = node;
      node.userData.object = i;
      node.userData.run = run;
      this.dress(run, node, info.objects[i]);
    }
    this.scene.add(model.scene);
    this.addSkids(run);
    this.runs.push(run);
    this.measure(run);
    this.addPaths(run);
    this.world.add(run.paths);
    this.addGround(run);
    return run;
  }

  // dress gives an object's node its looks.
  dress(run, node, object) {
    const fixed = object.kind === 'static';
    if (run.ghost && fixed) node.visible = false;
    node.traverse((part) => {
      if (!part.isMesh) return;
      part.castShadow = !fixed && !run.ghost && !object.sensor;
      part.receiveShadow = !run.ghost;
      if (object.painted && part === node) part.material.color.set(object.color); // not of wheels
      if (run.ghost) {
        part.material = part.material.clone();
        part.material.color.lerp(second, 0.6);
        Object.assign(part.material, { transparent: true, opacity: 0.4, depthWrite: false });
      }
      if (!fixed && run.info.moving.length <= maxEdged) part.userData.edged = true;
    });
    node.traverse((part) => {
      if (!part.userData.edged) return;
      delete part.userData.edged;
      part.add(new LineSegments(new EdgesGeometry(part.geometry, 30), new LineBasicMaterial({ color: run.ghost ? second : '#000000', transparent: true, opacity: run.ghost ? 0.7 : 0.35 })));
    });
  }

  // addGround puts a square with a grid on each static plane, as large as what moves needs, in place of the one of the model.
  addGround(run) {
    if (run.ghost) return;
    const middle = run.bounds.getCenter(new Vector3());
    const size = 2 ** Math.ceil(Math.log2(4 * run.bounds.getSize(new Vector3()).length() + 20));
    const spacing = 10 ** Math.round(Math.log10(size / 60));
    run.info.objects.forEach((object, i) => {
      const node = run.nodes[i];
      if (!node?.isMesh || object.kind !== 'static' || object.shape !== 'plane') return;
      const place = node.worldToLocal(middle.clone());
      const lines = 2 * Math.round(size / spacing / 2);
      // In pieces: the depth on a triangle of kilometres is not as exact as what lies on it needs.
      node.geometry = new PlaneGeometry(size, size, 100, 100).translate(place.x, place.y, 0);
      Object.assign(node.material, { polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1 });
      const grid = new GridHelper(lines * spacing, lines, '#8d8d88', '#8d8d88');
      grid.rotation.x = Math.PI / 2; // the normal of the plane is its z
      grid.position.set(Math.round(place.x / spacing) * spacing, Math.round(place.y / spacing) * spacing, 0.002);
      Object.assign(grid.material, { transparent: true, opacity: 0.35 });
      node.add(grid);
    });
  }

  addPaths(run) {
    run.nodes.forEach((node, i) => {
      const places = run.motion.path(node);
      if (!places) return;
      if (places.length < 6) return;
      const straight = withoutStraight(places, 1e-4 * run.bounds.getSize(point).length());
      const color = run.ghost ? second : new Color(run.info.objects[i].color || '#777777');
      const material = new LineMaterial({ color, linewidth: 2, transparent: true, opacity: 0.8, dashed: run.ghost, dashSize: 0.4, gapSize: 0.3 });
      run.paths.add(new Line2(new LineGeometry().setPositions(straight), material).computeLineDistances());
    });
  }

  // addSkids draws the skid marks of a run as one surface, of which show shows the pieces up to a time.
  addSkids(run) {
    const stride = 13, data = run.info.skids, count = data.length / stride; // the time, and four corners
    const corners = new Float32Array(12 * count), index = new Uint32Array(6 * count);
    run.skidTimes = new Float32Array(count);
    for (let k = 0; k < count; k++) {
      run.skidTimes[k] = data[stride * k];
      corners.set(data.subarray(stride * k + 1, stride * (k + 1)), 12 * k);
      index.set([0, 1, 2, 2, 1, 3].map((c) => 4 * k + c), 6 * k);
    }
    const geometry = new BufferGeometry().setAttribute('position', new BufferAttribute(corners, 3)).setIndex(new BufferAttribute(index, 1));
    const material = new MeshBasicMaterial({ color: run.ghost ? second : '#16181a', transparent: true, opacity: run.ghost ? 0.35 : 0.6, depthWrite: false, side: DoubleSide });
    run.skids = new Mesh(geometry, material);
    run.skids.frustumCulled = false;
    run.skids.position.z = 0.004; // above the road
    this.world.add(run.skids);
  }

  // measure finds the room in which the bodies of a run move, in the world of three, and places on their ways.
  measure(run) {
    const p = new Vector3();
    run.places = [];
    this.world.updateMatrixWorld();
    for (const node of run.nodes) {
      const places = node && run.motion.path(node);
      if (!places) continue;
      const size = new Box3().setFromObject(node).getSize(p).length() / 2 || 0.5;
      const here = new Box3();
      const stride = 3 * Math.ceil(places.length / 3 / 100);
      for (let k = 0; k + 2 < places.length; k += 3) {
        here.expandByPoint(p.fromArray(places, k).applyMatrix4(this.world.matrixWorld));
        if (k % stride === 0 || k + 3 === places.length) run.places.push({ p: p.clone(), size });
      }
      run.bounds.union(here.expandByScalar(size));
    }
    if (run.bounds.isEmpty()) run.bounds.setFromObject(run.model.scene);
    if (run.bounds.isEmpty()) run.bounds.set(new Vector3(-5, -5, -5), new Vector3(5, 5, 5));
    if (run.places.length === 0) run.places.push({ p: run.bounds.getCenter(new Vector3()), size: run.bounds.getSize(p).length() / 2 });
  }

  // addMarks shows where the impulses of a run acted, and how strong each was next to the strongest.
  addMarks(run) {
    const impacts = run.info.events.filter((e) => e.points);
    const largest = impacts.reduce((most, e) => Math.max(most, Math.hypot(...e.impulse)), 1e-300);
    const material = new MeshBasicMaterial({ color: run.ghost ? second : '#b03a2e', depthTest: false, transparent: true, opacity: 0.9 });
    const up = new Vector3(0, 1, 0);
    for (const e of impacts) {
      const group = new Group();
      group.userData.size = 0.4 + 0.6 * Math.sqrt(Math.hypot(...e.impulse) / largest); // weak ones hide nothing
      for (const p of e.points) {
        const mark = new Group(); // in a size that draw sets
        mark.position.fromArray(p);
        const add = (geometry, y, ...scale) => {
          const part = new Mesh(geometry, material);
          part.position.y = y;
          part.scale.set(...scale);
          part.renderOrder = 2;
          mark.add(part);
        };
        add(ball, 0, 1, 1, 1);
        const impulse = new Vector3().fromArray(p, 3);
        if (impulse.length() > 0) {
          const length = 6 + 26 * impulse.length() / largest;
          mark.quaternion.setFromUnitVectors(up, impulse.normalize());
          add(shaft, length / 2, 0.45, length, 0.45);
          add(head, length, 1.3, 4, 1.3);
        }
        group.add(mark);
      }
      group.visible = false;
      this.world.add(group);
      this.marks.push({ time: e.t, group, run });
    }
  }

  // show moves everything to a time.
  show(t, { marks, paths, ghosts }) {
    for (const run of this.runs) {
      run.motion.show(t);
      run.paths.visible = paths && (!run.ghost || ghosts);
      let low = 0, high = run.skidTimes.length; // of the first piece that is later
      while (low < high) {
        const middle = (low + high) >> 1;
        if (run.skidTimes[middle] <= t + 1e-6) low = middle + 1;
        else high = middle;
      }
      run.skids.geometry.setDrawRange(0, 6 * low);
      run.skids.visible = low > 0 && (!run.ghost || ghosts);
      if (run.ghost) run.model.scene.visible = ghosts;
    }
    for (const mark of this.marks) {
      const age = t - mark.time;
      mark.group.visible = marks && (!mark.run.ghost || ghosts) && age >= -1e-6 && age < markTime;
    }
    this.follow();
  }

  // place returns where the node of an object is, in the world of three.
  place(run, object) { return run.nodes[object]?.getWorldPosition(new Vector3()); }

  follow() {
    if (!this.followed) return;
    const p = this.place(this.followed.run, this.followed.object);
    if (!p) return;
    const moved = p.clone().sub(this.last);
    this.camera.position.add(moved);
    this.controls.target.add(moved);
    this.last.copy(p);
  }

  // watch makes the camera go with an object, or with none.
  watch(run, object) {
    this.followed = null;
    const p = run && this.place(run, object);
    if (!p) return;
    this.followed = { run, object };
    this.last.copy(p);
    this.look(p, Math.max(8 * new Box3().setFromObject(run.nodes[object]).getSize(new Vector3()).length() / 2, 1e-3));
  }

  // turn turns the camera about what it looks at, to the left and up [rad].
  turn(left, up) {
    this.controls.rotateLeft(left);
    this.controls.rotateUp(up);
  }

  // zoom makes what the camera looks at larger by a factor.
  zoom(factor) {
    const direction = this.camera.position.clone().sub(this.controls.target);
    this.camera.position.copy(this.controls.target).addScaledVector(direction, 1 / factor);
    this.controls.update();
  }

  // look moves the camera such that it sees a place from a distance, in the direction in which it looks.
  look(place, distance) {
    const direction = this.camera.position.clone().sub(this.controls.target).normalize();
    this.controls.target.copy(place);
    this.camera.position.copy(place).addScaledVector(direction, distance);
    this.controls.update();
  }

  // across returns the direction from which what moves is seen across the picture, from above its right or left.
  across() {
    const places = this.runs.flatMap((run) => run.places);
    const middle = places.reduce((sum, { p }) => sum.add(p), new Vector3()).divideScalar(places.length);
    let xx = 0, zz = 0, xz = 0;
    for (const { p } of places) {
      xx += (p.x - middle.x) ** 2;
      zz += (p.z - middle.z) ** 2;
      xz += (p.x - middle.x) * (p.z - middle.z);
    }
    const along = Math.abs(xx - zz) + Math.abs(xz) > 1e-3 * (xx + zz) ? Math.atan2(2 * xz, xx - zz) / 2 : 0;
    const angle = along + (5 * Math.PI) / 12; // not quite at a right angle
    const out = new Vector3(Math.cos(angle), 0, Math.sin(angle));
    return (out.z < 0 ? out.negate() : out).multiplyScalar(0.83).setY(0.56);
  }

  // whole shows all that moves, from a direction.
  whole(direction = this.across()) {
    this.followed = null;
    this.resize();
    const places = this.runs.flatMap((run) => run.places);
    const back = direction.clone().normalize();
    const right = new Vector3(0, 1, 0).cross(back).normalize();
    const up = back.clone().cross(right);
    const tall = Math.tan(this.camera.fov * Math.PI / 360), wide = tall * this.camera.aspect;
    // The middle of what is seen in either direction, then the distance at which every place is within the picture.
    const range = (axis) => places.reduce(([low, high], { p, size }) => [Math.min(low, p.dot(axis) - size), Math.max(high, p.dot(axis) + size)], [Infinity, -Infinity]);
    const target = new Vector3();
    for (const axis of [right, up, back]) {
      const [low, high] = range(axis);
      target.addScaledVector(axis, (low + high) / 2);
    }
    let distance = 0;
    for (const { p, size } of places) {
      const d = p.clone().sub(target);
      distance = Math.max(distance, d.dot(back) + (Math.abs(d.dot(right)) + 1.3 * size) / wide, d.dot(back) + (Math.abs(d.dot(up)) + 1.3 * size) / tall);
    }
    this.controls.target.copy(target);
    this.camera.position.copy(target).addScaledVector(back, 1.08 * distance);
    this.controls.update();
    const radius = this.runs.reduce((all, run) => all.union(run.bounds), new Box3()).getSize(new Vector3()).length() / 2;
    this.scene.fog = new Fog(background, 4 * radius + 100, 16 * radius + 400);
    this.reach = Math.min(1.2 * radius, 60);
    Object.assign(this.sun.shadow.camera, { left: -this.reach, right: this.reach, top: this.reach, bottom: -this.reach, near: 0.1 * this.reach, far: 6 * this.reach });
    this.sun.shadow.camera.updateProjectionMatrix();
  }

  above() { this.whole(new Vector3(0, 1, 1e-4)); }

  // at returns the object that is seen at a place on the screen.
  at(x, y) {
    const r = this.renderer.domElement.getBoundingClientRect();
    const ray = new Raycaster();
    ray.setFromCamera(new Vector2(2 * (x - r.left) / r.width - 1, 1 - 2 * (y - r.top) / r.height), this.camera);
    for (const hit of ray.intersectObjects(this.runs.filter((run) => run.model.scene.visible).map((run) => run.model.scene), true)) {
      let node = hit.object;
      if (!node.isMesh) continue;
      while (node && node.userData.object === undefined) node = node.parent;
      if (node?.visible) return { run: node.userData.run, object: node.userData.object };
    }
    return null;
  }

  draw() {
    const height = Math.tan(this.camera.fov * Math.PI / 360);
    for (const { group } of this.marks) {
      if (!group.visible) continue;
      for (const mark of group.children) mark.scale.setScalar(0.009 * group.userData.size * height * mark.getWorldPosition(point).distanceTo(this.camera.position));
    }
    const middle = this.controls.target; // shadows are where one looks
    this.sun.target.position.copy(middle);
    this.sun.position.copy(middle).add(new Vector3(-0.5, 1, 0.35).multiplyScalar(2.5 * this.reach));
    // Marks lie on the road with millimetres to spare: from afar the buffer of depths tells that apart only with a near plane
    // that is not as near as close by.
    const near = Math.max(0.02, 0.02 * this.camera.position.distanceTo(this.controls.target));
    if (near !== this.camera.near) {
      this.camera.near = near;
      this.camera.updateProjectionMatrix();
    }
    this.renderer.render(this.scene, this.camera);
  }
}
