// Shrinks photographs to the size that a card can show: they load faster, and more of them fit offline.

/** The longest useful side, in pixels. */
const maxSide = 2048;
/** Smaller files are left as they are, in bytes. */
const smallFile = 700_000;
const photographs = ["image/jpeg", "image/heic", "image/heif", "image/webp"];
/** Types that browsers cannot show but may be able to read. */
const unsupported = ["image/heic", "image/heif"];

/**
 * The file itself, or a smaller one without the camera's metadata (where, when).
 * @param {File} file
 * @returns {Promise<File>}
 */
export async function shrink(file) {
    if (!photographs.includes(file.type) || (file.size <= smallFile && !unsupported.includes(file.type))) return file;
    try {
        const picture = await createImageBitmap(file);
        const scale = Math.min(1, maxSide / Math.max(picture.width, picture.height));
        const canvas = document.createElement("canvas");
        canvas.width = Math.round(picture.width * scale);
        canvas.height = Math.round(picture.height * scale);
        canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
        picture.close();
        const type = file.type === "image/webp" ? "image/webp" : "image/jpeg";
        const blob = await new Promise((resolve) => canvas.toBlob(resolve, type, 0.86));
        const isBetter = blob && blob.type === type && (blob.size < file.size || unsupported.includes(file.type));
        return isBetter ? new File([blob], file.name, { type }) : file;
    } catch {
        // The browser cannot read it; the server explains what is wrong with it.
        return file;
    }
}
