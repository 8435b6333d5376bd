import { Args, Flags } from '@oclif/core'
import { UsageError } from '../errors/report-error.ts'

export const endpointArgument = Args.integer({
  description: 'The id of the endpoint, as shown by webhooks endpoints list.',
  required: true,
  min: 1,
  max: Number.MAX_SAFE_INTEGER,
})

export const typesFlag = Flags.string({
  char: 't',
  description: 'Only events of this type, such as pago.completado; repeat it for several.',
  multiple: true,
  helpValue: 'TYPE',
})

/** @throws UsageError that names the types that do not exist */
export async function parseEventTypes(types: readonly string[]): Promise<string[]> {
  const { eventTypeNames } = await import('@silla/core/events/event-type-names')
  const unknown = types.filter((type) => !(eventTypeNames as readonly string[]).includes(type))
  if (unknown.length > 0)
    throw new UsageError(
      `There is no event type ${unknown.join(', ')}. The types: ${eventTypeNames.join(', ')}.`,
    )
  return [...new Set(types)]
}
