// Imports a file that is dropped on any page: the file is put into a cache, and the import page takes it from there.

import { at, base } from "./site.js";

/** The cache that holds the file between the two pages. */
const cacheName = `dropped${base}`;

/** @param {DragEvent} event whether it brings files that nothing else on the page takes */
function hasFiles(event) {
    return Boolean(event.dataTransfer?.types.includes("Files")) && !event.defaultPrevented;
}

/**
 * Calls back with files that are dropped on the page.
 * @param {(files: FileList) => void} callback
 */
function onFileDrop(callback) {
    document.addEventListener("dragover", (event) => {
        if (hasFiles(event)) event.preventDefault();
    });
    document.addEventListener("drop", (event) => {
        if (!hasFiles(event) || !event.dataTransfer?.files.length) return;
        event.preventDefault();
        callback(event.dataTransfer.files);
    });
}

/** Takes a file that is dropped on this page to the import page. */
export function importDroppedFiles() {
    if (!("caches" in globalThis)) return;
    onFileDrop(async (files) => {
        const file = files[0];
        const name = encodeURIComponent(file.name);
        const cache = await caches.open(cacheName);
        await cache.put("/import/dropped", new Response(file, { headers: { "X-Name": name } }));
        location.assign(at("/import"));
    });
}

/**
 * Calls back with files that are dropped on this page, or were dropped on the previous one.
 * @param {(files: FileList) => void} take
 */
export async function receiveDroppedFiles(take) {
    onFileDrop(take);
    if (!("caches" in globalThis)) return;
    const cache = await caches.open(cacheName);
    const stored = await cache.match("/import/dropped");
    if (!stored) return;
    await caches.delete(cacheName);
    const name = decodeURIComponent(stored.headers.get("X-Name") ?? "");
    const transfer = new DataTransfer();
    transfer.items.add(new File([await stored.blob()], name));
    take(transfer.files);
}
