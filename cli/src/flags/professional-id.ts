import type { RequestContext } from '@silla/core'
import { readHandles } from '@silla/core/provisioning/read-handles'
import { resolveByName } from './resolve-by-name.ts'

/**
 * The id of the professional that a flag names; null without one. An id is taken as it is, because it
 * may be that of a professional who has left.
 *
 * @throws CliError when there is none, or more than one with that name
 */
export async function professionalIdOf(
  text: string | undefined,
  context: RequestContext,
): Promise<number | null> {
  if (text === undefined) return null
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text)
  const { professionals } = await context.tenant.catalog()
  return resolveByName(text, professionals, {
    kind: 'professional',
    handles: (await readHandles(context)).professionals,
    namesOf: ({ name }) => [name],
  }).id
}
