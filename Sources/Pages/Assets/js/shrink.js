// Makes a photograph as large as a card can show it, and no larger: it comes quicker, and more of them go along offline.

/** The longest side that a card can make use of, in pixels. */
const longest = 2048;
/** Below this nothing is won, in bytes. */
const small = 700_000;
const photographs = ["image/jpeg", "image/heic", "image/heif", "image/webp"];
/** What browsers cannot show but may be able to read. */
const foreign = ["image/heic", "image/heif"];

/**
 * The file itself, or a smaller one in its place. What the camera wrote beside the picture (where, when) is gone then.
 * @param {File} file
 * @returns {Promise<File>}
 */
export async function shrunk(file) {
    if (!photographs.includes(file.type) || (file.size <= small && !foreign.includes(file.type))) return file;
    try {
        const picture = await createImageBitmap(file);
        const scale = Math.min(1, longest / Math.max(picture.width, picture.height));
        const canvas = document.createElement("canvas");
        canvas.width = Math.round(picture.width * scale);
        canvas.height = Math.round(picture.height * scale);
        canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
        picture.close();
        const type = file.type === "image/webp" ? "image/webp" : "image/jpeg";
        const blob = await new Promise((resolve) => canvas.toBlob(resolve, type, 0.86));
        const isBetter = blob && blob.type === type && (blob.size < file.size || foreign.includes(file.type));
        return isBetter ? new File([blob], file.name, { type }) : file;
    } catch {
        // The browser cannot read it; the server says what is the matter with it.
        return file;
    }
}
