/**
 * JSON that no reader can misinterpret: control characters and direction marks, which JSON allows
 * unescaped, are escaped.
 */
export const jsonText = (value: unknown): string =>
  JSON.stringify(value, null, 2).replace(
    /[\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/**
 * One JSON object that is written piece by piece. Used for values that are printed only once, such
 * as keys: what has been written has reached the reader even if the process ends. The layout is
 * that of `JSON.stringify(..., null, 2)`.
 */
export class JsonStream {
  readonly #write: (text: string) => Promise<void>
  /** The closing brackets of what is open, the innermost last. */
  readonly #open: string[] = []
  #isFirst = true
  #hasBegun = false

  /** @param write resolves once the text has reached the reader */
  constructor(write: (text: string) => Promise<void>) {
    this.#write = write
  }

  get hasBegun(): boolean {
    return this.#hasBegun
  }

  /** Begins an object or an array; inside an object it needs a name. */
  async begin(bracket: '{' | '[', name?: string): Promise<void> {
    const text = `${this.#before(name)}${bracket}`
    this.#hasBegun = true
    this.#open.push(bracket === '{' ? '}' : ']')
    this.#isFirst = true
    await this.#write(text)
  }

  /** Begins an object with these fields. */
  async object(fields: object): Promise<void> {
    await this.begin('{')
    await this.fields(fields)
  }

  /** Adds fields to the innermost open object. */
  async fields(values: object): Promise<void> {
    const texts = Object.entries(values).map(
      ([name, value]) =>
        `${this.#before(name)}${jsonText(value).replaceAll('\n', `\n${this.#indent()}`)}`,
    )
    await this.#write(texts.join(''))
  }

  /**
   * Ends the innermost open object or array.
   * @param left ends as many as needed for this number to stay open
   */
  async end(left = this.#open.length - 1): Promise<void> {
    let text = ''
    while (this.#open.length > left) {
      const bracket = this.#open.pop()
      text += `${this.#isFirst ? '' : `\n${this.#indent()}`}${bracket}`
      this.#isFirst = false
    }
    await this.#write(left === 0 ? `${text}\n` : text)
  }

  #before(name: string | undefined): string {
    if (this.#open.length === 0) return ''
    const comma = this.#isFirst ? '' : ','
    this.#isFirst = false
    return `${comma}\n${this.#indent()}${name === undefined ? '' : `${JSON.stringify(name)}: `}`
  }

  #indent(): string {
    return '  '.repeat(this.#open.length)
  }
}
