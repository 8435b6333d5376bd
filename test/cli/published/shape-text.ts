import type { Schema } from '../../support/type-schema.ts'

/**
 * A schema in TypeScript notation, with the description of each field as a comment. Types in
 * `known` are referenced by name, others are written out.
 */
export function shapeText(schema: Schema, known: Known, indent = ''): string {
  const { $ref, enum: words, anyOf, type, format, items, prefixItems } = schema
  if ($ref !== undefined) return referred($ref, known, indent)
  if (words !== undefined) return wordsText(words.map(literal), indent)
  if (anyOf !== undefined) return unionText(anyOf, known, indent)
  if (prefixItems !== undefined)
    return `[${prefixItems.map((item) => shapeText(item, known, indent)).join(', ')}]`
  if (type === 'array') return arrayText(items || {}, known, indent)
  if (type === 'object') return objectText(schema, known, indent)
  return format === 'date-time' ? 'DateTime' : (type ?? 'anything')
}

/** All definitions, and the names of those that are listed separately. */
export interface Known {
  definitions: Record<string, Schema>
  names: ReadonlySet<string>
}

/** The name in `#/$defs/Booking`. */
export const nameIn = (ref: string): string => ref.replace('#/$defs/', '')

function referred(ref: string, known: Known, indent: string): string {
  const name = nameIn(ref)
  return known.names.has(name) ? name : shapeText(known.definitions[name] ?? {}, known, indent)
}

const literal = (value: unknown) => (typeof value === 'string' ? `'${value}'` : String(value))

/** On one line if it fits, or for a single type or null; otherwise one alternative per line. */
function unionText(alternatives: Schema[], known: Known, indent: string): string {
  const line = alternatives.map((one) => shapeText(one, known, indent)).join(' | ')
  const types = alternatives.filter(({ type }) => type !== 'null')
  if (types.length === 1 || isShort(line, indent)) return line
  return alternatives
    .map((one) => `\n${indent}  | ${shapeText(one, known, `${indent}    `)}`)
    .join('')
}

/** As many literals on a line as fit. */
function wordsText(words: string[], indent: string): string {
  const line = words.join(' | ')
  if (isShort(line, indent)) return line
  const lines = ['']
  for (const word of words) {
    const longer = `${lines.at(-1)} | ${word}`
    if (isShort(longer, indent)) lines[lines.length - 1] = longer
    else lines.push(` | ${word}`)
  }
  return lines.map((each) => `\n${indent} ${each}`).join('')
}

const isShort = (text: string, indent: string) =>
  indent.length + text.length <= 100 && !text.includes('\n')

function arrayText(items: Schema, known: Known, indent: string): string {
  const written =
    items.$ref === undefined || known.names.has(nameIn(items.$ref))
      ? items
      : known.definitions[nameIn(items.$ref)]
  const isUnion = (written?.anyOf ?? written?.enum ?? []).length > 1
  const text = shapeText(items, known, indent)
  return isUnion ? `(${text})[]` : `${text}[]`
}

function objectText(
  { properties = {}, required = [], additionalProperties }: Schema,
  known: Known,
  indent: string,
) {
  const fields = Object.entries(properties).map(([name, field]) => ({
    description: descriptionOf(field, known),
    text: `${name}${required.includes(name) ? '' : '?'}: ${shapeText(field, known, `${indent}  `)}`.replace(
      ': \n',
      ':\n',
    ),
  }))
  if (additionalProperties) {
    const values =
      additionalProperties === true
        ? 'anything'
        : shapeText(additionalProperties, known, `${indent}  `)
    fields.push({ description: '', text: `[name]: ${values}` })
  }
  const line = `{ ${fields.map(({ text }) => text).join(', ')} }`
  if (isShort(line, indent) && fields.every(({ description }) => description === '')) return line
  const lines = fields.flatMap(({ description, text }) => [
    ...(description === '' ? [] : [`// ${description}`]),
    text,
  ])
  return `{\n${lines.map((each) => `${indent}  ${each}`).join('\n')}\n${indent}}`
}

/** The description of a field, or that of its type if the type is written out here. */
function descriptionOf({ description, $ref, items }: Schema, known: Known): string {
  if (description !== undefined) return description
  const ref = $ref ?? (items === false ? undefined : items?.$ref)
  if (ref === undefined || known.names.has(nameIn(ref))) return ''
  return known.definitions[nameIn(ref)]?.description ?? ''
}
