import { components, customerTextMark } from '@silla/wire'
import type { TSchema } from 'typebox'

interface Schema {
  $ref?: string
  properties?: Record<string, TSchema>
  items?: TSchema
  [customerTextMark]?: boolean
}

const byName = new Map(
  components.map((schema) => [(schema as { $id?: string }).$id, schema as Schema]),
)

/**
 * Where data contains what a customer has typed, such as `cliente.nombre` and `visitas[0].notas`: to a
 * model that is data, whatever it says. Empty texts are left out.
 *
 * @param schema of the data, which names such fields
 */
export function customerTexts(schema: TSchema, data: unknown): string[] {
  const found: string[] = []
  visit(schema as Schema, data, '')
  return found

  function visit(part: Schema, value: unknown, path: string): void {
    const resolved = part.$ref ? byName.get(part.$ref.replace(/#$/, '')) : part
    if (resolved === undefined || value === null || value === undefined) return
    if (resolved[customerTextMark] && value !== '') found.push(path)
    if (Array.isArray(value) && resolved.items)
      for (const [index, item] of value.entries()) visit(resolved.items, item, `${path}[${index}]`)
    else if (typeof value === 'object')
      for (const [name, field] of Object.entries(resolved.properties ?? {}))
        visit(
          field as Schema,
          (value as Record<string, unknown>)[name],
          path ? `${path}.${name}` : name,
        )
  }
}
