import { readFileSync } from 'node:fs'
import { buildSchema, getNamedType, isObjectType } from 'graphql'

const graph = buildSchema(
  readFileSync(new URL('../../docs/schema.graphql', import.meta.url), 'utf8'),
)

/** Links from one thing to another, which lead round in circles. */
const links = new Set(['Servicio.profesionales', 'Categoria.servicios', 'Profesional.servicios'])

/**
 * Everything that a type has in REST as well, selected: `{ id nombre ... }`; nothing for a plain
 * value.
 */
export function selectAllFields(typeName: string): string {
  const type = graph.getType(typeName)
  if (!isObjectType(type)) return ''
  const fields = Object.values(type.getFields())
    .filter(
      ({ name, args }) =>
        args.length === 0 && name !== 'horario_laboral' && !links.has(`${typeName}.${name}`),
    )
    .map((field) => `${field.name} ${selectAllFields(getNamedType(field.type).name)}`.trim())
  return `{ ${fields.join(' ')} }`
}
