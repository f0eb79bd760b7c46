// Runs a bare WebAssembly lane in Node.js: its two imports read from and write to a descriptor.
import { readFileSync, readSync, writeSync } from 'node:fs';

let memory;

function fd_write(descriptor, vectors, count, written) {
  const view = new DataView(memory.buffer);
  let total = 0;
  for (let place = vectors; place < vectors + 8 * count; place += 8) {
    const start = view.getUint32(place, true);
    const bytes = new Uint8Array(memory.buffer, start, view.getUint32(place + 4, true));
    for (let done = 0; done < bytes.length;) {
      done += writeSync(descriptor, bytes, done);
    }
    total += bytes.length;
  }
  view.setUint32(written, total, true);
  return 0;
}

function fd_read(descriptor, vectors, count, read) {
  const view = new DataView(memory.buffer);
  const start = view.getUint32(vectors, true);
  const bytes = new Uint8Array(memory.buffer, start, view.getUint32(vectors + 4, true));
  view.setUint32(read, readSync(descriptor, bytes), true);
  return 0;
}

const module = readFileSync(process.argv[2]);
const imports = { wasi_snapshot_preview1: { fd_read, fd_write } };
const { instance } = await WebAssembly.instantiate(module, imports);
memory = instance.exports.memory;
instance.exports._start();
