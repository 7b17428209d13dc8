// Asks whoever serves this page for GLB files, draws each with three.js in WebGL from the views that come with it, unlit
// and without antialiasing, and sends the pixels: four bytes each, the lowest row first, one picture after the other.
import * as THREE from "three";
import { GLTFLoader } from "three/examples/jsm/loaders/GLTFLoader.js";

const NOTHING_YET = 204;

async function serve() {
  const renderer = new THREE.WebGLRenderer({ alpha: true, antialias: false });
  renderer.setClearColor(0, 0);
  for (;;) {
    const asked = await fetch("asked");
    if (asked.status === NOTHING_YET) continue;
    await fetch("drawn", { method: "POST", body: await drawn(renderer, await asked.json()) });
  }
}

async function drawn(renderer, { figure, views, size }) {
  const { scene } = await new GLTFLoader().loadAsync(figure);
  scene.traverse((node) => node.isMesh && unlit(node));
  renderer.setSize(size, size);
  const gl = renderer.getContext();
  const length = 4 * size * size;
  const pixels = new Uint8Array(length * views.length);
  views.forEach((view, number) => {
    renderer.render(scene, cameraOf(view));
    gl.readPixels(0, 0, size, size, gl.RGBA, gl.UNSIGNED_BYTE, pixels.subarray(number * length, (number + 1) * length));
  });
  return pixels;
}

function unlit(mesh) {
  mesh.material = new THREE.MeshBasicMaterial({ map: mesh.material.map });
}

function cameraOf({ place, projection }) {
  const camera = new THREE.Camera();
  camera.projectionMatrix.fromArray(projection);
  camera.matrix.fromArray(place);
  camera.matrixAutoUpdate = false;
  camera.matrixWorldNeedsUpdate = true;
  return camera;
}

serve().catch((error) => fetch("failed", { method: "POST", body: String(error.stack) }));
