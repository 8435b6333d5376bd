import type { VisitLine } from '@silla/core'
import { failField, type Params, singleValue, toInteger, unknownId } from './params.ts'

/**
 * The services of a visit, each with a professional (D33); null when absent. A query string has them
 * as `12:3,15:0`, service and professional, GraphQL as objects. 0 is anybody.
 */
export function parseVisitLines(
  params: Params,
  name: string,
  maxLines: number,
): VisitLine[] | null {
  const value = params[name] ?? null
  if (value === null) return null
  const isTyped = Array.isArray(value) && value.every((item) => typeof item === 'object')
  const items = isTyped ? value : String(singleValue(params, name)).split(',')
  if (items.length === 0) failField(name, { keyword: 'too_few', limit: 1 })
  if (items.length > maxLines) failField(name, { keyword: 'too_many', limit: maxLines })
  const lines = items.map((item, index) => {
    const field = `${name}[${index}]`
    return typeof item === 'string' ? writtenLine(item, field) : typedLine(item, field)
  })
  for (const [index, { serviceId }] of lines.entries())
    if (lines.findIndex((line) => line.serviceId === serviceId) < index)
      failField(`${name}[${index}].servicio_id`, 'duplicate')
  return lines
}

/** `12:3` */
function writtenLine(text: string, field: string): VisitLine {
  const [service, professional, ...rest] = text.split(':')
  if (professional === undefined || rest.length > 0) return failField(field, 'bad_format')
  return typedLine({ servicio_id: service, peluquero_id: professional }, field)
}

function typedLine(line: Params, field: string): VisitLine {
  const integerOf = (name: string): number =>
    toInteger(line[name] ?? 0) ?? failField(`${field}.${name}`, 'not_integer')
  const professional = integerOf('peluquero_id')
  return {
    serviceId: toId(integerOf('servicio_id')),
    professionalId: professional === 0 ? null : toId(professional),
  }
}

const toId = (number: number): number =>
  Number.isSafeInteger(number) && number > 0 ? number : unknownId
