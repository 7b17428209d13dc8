// Reads MagicaVoxel files as three.js does; prints as JSON for each file its parts: the name, the box that the part
// fills, and its voxels from the corner of that box, each with the colour that it has.
import { readFileSync } from "node:fs";

globalThis.self = globalThis;
const THREE = await import("three");
const { VOXLoader } = await import("three/examples/jsm/loaders/VOXLoader.js");

function colour(number) {
  return `#${[0, 8, 16].map((shift) => ((number >> shift) & 255).toString(16).padStart(2, "0")).join("")}`;
}

function voxels({ data, palette }) {
  const found = [];
  for (let at = 0; at < data.length; at += 4) found.push([data[at], data[at + 1], data[at + 2], colour(palette[data[at + 3]])]);
  return found;
}

const told = {};
for (const path of process.argv.slice(2)) {
  const bytes = readFileSync(path);
  const { chunks, scene } = new VOXLoader().parse(
    bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength),
  );
  const meshes = [];
  scene.updateMatrixWorld(true);
  scene.traverse((node) => node.isMesh && meshes.push(node));
  told[path] = meshes.map((mesh, number) => {
    const box = new THREE.Box3().setFromObject(mesh);
    const name = mesh.name || mesh.parent.name;
    return { name, box: { min: box.min.toArray(), max: box.max.toArray() }, voxels: voxels(chunks[number]) };
  });
}
console.log(JSON.stringify(told));
