// Holds GLB files against the glTF specification; prints a list of what is wrong in each, as JSON.
import { readFileSync } from "node:fs";
import validator from "gltf-validator";

const found = {};
for (const path of process.argv.slice(2)) {
  const report = await validator.validateBytes(new Uint8Array(readFileSync(path)));
  found[path] = report.issues.messages.map(({ code, severity, pointer }) => ({ code, severity, pointer }));
}
console.log(JSON.stringify(found));
