// Reads the progress of the server: one line of JSON at a time.

/**
 * Yields each line of a response as soon as it has arrived.
 * @param {ReadableStream<Uint8Array>} body
 */
export async function* jsonLines(body) {
    const decoder = new TextDecoder();
    const reader = body.getReader();
    let rest = "";
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
        const texts = (rest + decoder.decode(read.value, { stream: true })).split("\n");
        rest = texts.pop() ?? "";
        for (const text of texts) yield JSON.parse(text);
    }
}
