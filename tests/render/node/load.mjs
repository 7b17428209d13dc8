// Reads GLB files as three.js does and plays their clips; prints as JSON for each the names of its nodes, and for
// each clip how far each node is turned (degrees) and moved at most, and whether it is shown, from its first moment.
import { readFileSync } from "node:fs";

globalThis.self = globalThis;
const THREE = await import("three");
const { GLTFLoader } = await import("three/examples/jsm/loaders/GLTFLoader.js");

const STEPS = 24;

function parsed(path) {
  const loader = new GLTFLoader();
  // There is no picture without a browser; what is looked at here needs none.
  loader.register(() => ({ name: "NO_TEXTURES", loadTexture: async () => new THREE.Texture() }));
  const bytes = readFileSync(path);
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  return new Promise((resolve, reject) => loader.parse(buffer, "", resolve, reject));
}

function played(scene, clip) {
  const mixer = new THREE.AnimationMixer(scene);
  mixer.clipAction(clip).play();
  const moved = {};
  const first = {};
  for (let step = 0; step < STEPS; step += 1) {
    mixer.setTime((clip.duration * step) / STEPS);
    scene.traverse((node) => {
      first[node.name] ??= { turn: node.quaternion.clone(), place: node.position.clone() };
      const own = (moved[node.name] ??= { degrees: 0, metres: 0, shown: [] });
      own.degrees = Math.max(own.degrees, (node.quaternion.angleTo(first[node.name].turn) * 180) / Math.PI);
      own.metres = Math.max(own.metres, node.position.distanceTo(first[node.name].place));
      own.shown.push(node.scale.x > 0);
    });
  }
  mixer.stopAllAction();
  return { seconds: clip.duration, moved };
}

const found = {};
for (const path of process.argv.slice(2)) {
  const { scene, animations } = await parsed(path);
  const box = new THREE.Box3().setFromObject(scene);
  const nodes = [];
  scene.traverse((node) => nodes.push(node.name));
  found[path] = {
    nodes,
    box: { min: box.min.toArray(), max: box.max.toArray() },
    clips: Object.fromEntries(animations.map((clip) => [clip.name, played(scene, clip)])),
  };
}
console.log(JSON.stringify(found));
