/** Numbers from 0 to 1 that look random, and are the same for the same text (mulberry32). */
export function randomOf(text: string): () => number {
  let state = [...text].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7) | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
