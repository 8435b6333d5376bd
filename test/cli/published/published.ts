import { commandFacts } from './command-facts.ts'
import { cliJsonSchema } from './json-schema.ts'
import { referenceText } from './reference-text.ts'
import { surfaceText } from './surface-text.ts'

/** The files that are generated from the commands. */
export function published(): { file: URL; text: string }[] {
  const schema = cliJsonSchema(commandFacts().map(({ words }) => words))
  return [
    { file: docs('cli-surface.txt'), text: surfaceText() },
    { file: docs('cli-json.schema.json'), text: `${JSON.stringify(schema, null, 2)}\n` },
    { file: docs('cli.md'), text: referenceText(schema) },
  ]
}

const docs = (name: string) => new URL(`../../../docs/${name}`, import.meta.url)
