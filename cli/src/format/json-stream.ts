import { jsonText } from './json-text.ts'

/**
 * One JSON object that is written while what it tells comes to be, for what is told once: what has
 * been written is with the reader, whatever becomes of us. Laid out as `JSON.stringify(..., null,
 * 2)` does it.
 */
export class JsonStream {
  readonly #say: (text: string) => Promise<void>
  /** The brackets that are to be closed, the innermost last. */
  readonly #open: string[] = []
  #isFirst = true
  #hasBegun = false

  /** @param say resolves once the text is with the reader */
  constructor(say: (text: string) => Promise<void>) {
    this.#say = say
  }

  get hasBegun(): boolean {
    return this.#hasBegun
  }

  /** Begins an object or a list; inside an object it has a name. */
  async begin(bracket: '{' | '[', name?: string): Promise<void> {
    const text = `${this.#before(name)}${bracket}`
    this.#hasBegun = true
    this.#open.push(bracket === '{' ? '}' : ']')
    this.#isFirst = true
    await this.#say(text)
  }

  /** Begins an object with these fields. */
  async object(fields: object): Promise<void> {
    await this.begin('{')
    await this.fields(fields)
  }

  /** Fields of the object that was begun last. */
  async fields(values: object): Promise<void> {
    const texts = Object.entries(values).map(
      ([name, value]) =>
        `${this.#before(name)}${jsonText(value).replaceAll('\n', `\n${this.#indent()}`)}`,
    )
    await this.#say(texts.join(''))
  }

  /** Ends what was begun last; with a number, until so many are left open. */
  async end(left = this.#open.length - 1): Promise<void> {
    let text = ''
    while (this.#open.length > left) {
      const bracket = this.#open.pop()
      text += `${this.#isFirst ? '' : `\n${this.#indent()}`}${bracket}`
      this.#isFirst = false
    }
    await this.#say(left === 0 ? `${text}\n` : text)
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
