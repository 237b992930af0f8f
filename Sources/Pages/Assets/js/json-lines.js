// Reads what the server tells while it works: a line of JSON at a time.

/**
 * Hands over each line of an answer as soon as it is there.
 * @param {ReadableStream<Uint8Array>} body
 */
export async function* lines(body) {
    const decoder = new TextDecoder();
    const reader = body.getReader();
    let rest = "";
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
        const texts = (rest + decoder.decode(read.value, { stream: true })).split("\n");
        rest = texts.pop() ?? "";
        for (const text of texts) yield JSON.parse(text);
    }
}
