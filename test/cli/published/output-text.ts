import type { Schema } from '../../support/type-schema.ts'
import { type CliJsonSchema, schemaName } from './json-schema.ts'
import { type Known, nameIn, shapeText } from './shape-text.ts'

/**
 * The JSON output of commands for docs/cli.md. Types that several outputs share are listed at the
 * end.
 */
export class OutputTexts {
  readonly #definitions: Record<string, Schema>
  readonly #known: Known

  constructor({ $defs }: CliJsonSchema) {
    this.#definitions = $defs
    this.#known = { definitions: $defs, names: sharedTypes($defs) }
  }

  /** The output of one command; a type that is its whole output is written out. */
  of(words: string): string {
    const output = this.#definitions[schemaName(words)] ?? {}
    const type = output.$ref === undefined ? output : (this.#definitions[nameIn(output.$ref)] ?? {})
    return `Output with \`--json\`:\n\n${this.#shape(type)}`
  }

  errors(): string {
    const description =
      'The output of every command with `--json` when it fails. Without `--json`, only the ' +
      'message is printed, on stderr.'
    return `## Errors\n\n${description}\n\n${this.#shape(this.#definitions.error ?? {})}\n`
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

  /** With links to the types that are listed at the end. */
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

/** Types that are referenced from more than one output or type. */
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
