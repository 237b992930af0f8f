// A file that is dropped on any page is imported: it is laid by, the page for importing is opened, and takes it up.

/** Where it lies between the two pages. */
const shelf = "dropped";

/** @param {DragEvent} event whether files are dragged, and nobody else on the page takes them */
function bringsFiles(event) {
    return Boolean(event.dataTransfer?.types.includes("Files")) && !event.defaultPrevented;
}

/**
 * Calls back with whatever files are dropped on the page.
 * @param {(files: FileList) => void} take
 */
function listen(take) {
    document.addEventListener("dragover", (event) => {
        if (bringsFiles(event)) event.preventDefault();
    });
    document.addEventListener("drop", (event) => {
        if (!bringsFiles(event) || !event.dataTransfer?.files.length) return;
        event.preventDefault();
        take(event.dataTransfer.files);
    });
}

/** Brings what is dropped on this page to the one for importing. */
export function carryDropped() {
    if (!("caches" in globalThis)) return;
    listen(async (files) => {
        const file = files[0];
        const name = encodeURIComponent(file.name);
        const cache = await caches.open(shelf);
        await cache.put("/import/dropped", new Response(file, { headers: { "X-Name": name } }));
        location.assign("/import");
    });
}

/**
 * Calls back with what is dropped on this page, and with what was dropped on the one before.
 * @param {(files: FileList) => void} take
 */
export async function takeDropped(take) {
    listen(take);
    if (!("caches" in globalThis)) return;
    const cache = await caches.open(shelf);
    const laid = await cache.match("/import/dropped");
    if (!laid) return;
    await caches.delete(shelf);
    const name = decodeURIComponent(laid.headers.get("X-Name") ?? "");
    const transfer = new DataTransfer();
    transfer.items.add(new File([await laid.blob()], name));
    take(transfer.files);
}
