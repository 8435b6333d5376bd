import type { Setting } from './settings-api.ts'

/** What somebody has typed over a setting that was read. */
export class Draft {
  #base: Setting
  #typed = new Map<string, unknown>()
  /** Numbers as they were typed: `12,` is not a number yet. */
  #texts = new Map<string, string>()

  constructor(base: Setting) {
    this.#base = base
  }

  get base(): Setting {
    return this.#base
  }

  get isDirty(): boolean {
    return this.#typed.size > 0
  }

  /** The fields that differ from what was read. */
  get changes(): Record<string, unknown> {
    return Object.fromEntries(this.#typed)
  }

  get<T>(name: string): T {
    return (this.#typed.has(name) ? this.#typed.get(name) : this.#base[name]) as T
  }

  set(name: string, value: unknown): void {
    if (isEqual(value, this.#base[name])) this.#typed.delete(name)
    else this.#typed.set(name, value)
  }

  /** Of a number: what was typed, or the value as `write` writes it. */
  textOf(name: string, write: (value: number) => string = String): string {
    const value = this.get<number | string | null | undefined>(name)
    return this.#texts.get(name) ?? (typeof value === 'number' ? write(value) : (value ?? ''))
  }

  setText(name: string, text: string): void {
    this.#texts.set(name, text)
    this.set(name, numberOf(text))
  }

  /** Over what was read again; what was typed stays. */
  rebase(base: Setting): void {
    this.#base = base
    for (const [name, value] of [...this.#typed]) this.set(name, value)
  }

  discard(base: Setting = this.#base): void {
    this.#base = base
    this.#typed.clear()
    this.#texts.clear()
  }
}

export const isEqual = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** `12,5` and Arabic digits too; what is no number stays a text, which the API refuses at its field. */
export function numberOf(text: string): number | string | null {
  const plain = text
    .trim()
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[,٫]/g, '.')
  if (plain === '') return null
  return /^-?\d*\.?\d+$|^-?\d+\.$/.test(plain) ? Number(plain) : text
}
