import { type CliJsonSchema, nameOfAnswer } from './json-schema.ts'
import { type Known, nameIn, shapeText } from './shape-text.ts'
import type { Schema } from './type-schema.ts'

/**
 * What --json answers, as docs/cli.md shows it: types that several answers have stand once, at the
 * end.
 */
export class AnswerTexts {
  readonly #definitions: Record<string, Schema>
  readonly #known: Known

  constructor({ $defs }: CliJsonSchema) {
    this.#definitions = $defs
    this.#known = { definitions: $defs, names: sharedTypes($defs) }
  }

  /** Of one command; a type that is its whole answer is written out. */
  of(words: string): string {
    const answer = this.#definitions[nameOfAnswer(words)] ?? {}
    const whole =
      answer.$ref === undefined ? answer : (this.#definitions[nameIn(answer.$ref)] ?? {})
    return `With \`--json\`:\n\n${this.#shape(whole)}`
  }

  problem(): string {
    const about =
      'With `--json`, whichever command it was; without it, the message alone goes to stderr.'
    return `## What goes wrong\n\n${about}\n\n${this.#shape(this.#definitions.error ?? {})}\n`
  }

  types(): string {
    const sections = [...this.#known.names].sort().map((name) => {
      const { description = '', ...type } = this.#definitions[name] ?? {}
      return [`### ${name}`, ...(description === '' ? [] : [description]), this.#shape(type)].join(
        '\n\n',
      )
    })
    return `## Types\n\n${sections.join('\n\n')}\n`
  }

  /** With links to the types that stand elsewhere. */
  #shape(schema: Schema): string {
    const text = shapeText(schema, this.#known).replace(/^\n/, '')
    const links = [...this.#known.names]
      .filter((name) => new RegExp(`[ (]${name}\\b`).test(text.replaceAll(/^ *\/\/.*$/gm, '')))
      .map((name) => `[${name}](#${name.toLowerCase()})`)
    return [`\`\`\`ts\n${text}\n\`\`\``, ...(links.length > 0 ? [links.join(', ')] : [])].join(
      '\n\n',
    )
  }
}

/** Those that more than one place within an answer or a type refers to. */
function sharedTypes(definitions: Record<string, Schema>): Set<string> {
  const counts = new Map<string, number>()
  const refs = Object.values(definitions).flatMap((schema) =>
    schema.$ref === undefined ? refsIn(schema) : [],
  )
  for (const ref of refs) counts.set(ref, (counts.get(ref) ?? 0) + 1)
  return new Set([...counts].filter(([, count]) => count > 1).map(([ref]) => nameIn(ref)))
}

function refsIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  return Object.entries(schema).flatMap(([word, value]) =>
    word === '$ref' ? [value as string] : refsIn(value),
  )
}
