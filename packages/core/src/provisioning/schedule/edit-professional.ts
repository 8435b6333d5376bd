import { ProvisioningError } from '../../business/provisioning-error.ts'
import { closestMatch, normalize } from '../../text.ts'
import type { SalonEdit } from '../change-salon.ts'
import { parseSalonDocument } from '../salon-file/parse-salon-file.ts'
import type { SalonFileDocument } from '../salon-file/schema.ts'

export type ProfessionalEntry = NonNullable<SalonFileDocument['professionals']>[string]

/**
 * Edits the entry of one professional in a salon's file.
 * @param who the handle, or the name ignoring case and accents
 * @throws ProvisioningError PROFESSIONAL_NOT_FOUND, from the edit
 */
export const editProfessional =
  (
    who: string,
    edit: (
      professional: ProfessionalEntry,
      settings: SalonFileDocument['settings'],
    ) => ProfessionalEntry,
  ): SalonEdit =>
  (document) => {
    const entries = document.professionals ?? {}
    const team = Object.entries(entries).map(([handle, { name }]) => ({ handle, name }))
    const { handle } = findProfessionalEntry(who, team, document.salon)
    return parseSalonDocument({
      ...document,
      professionals: {
        ...entries,
        [handle]: edit(entries[handle] as ProfessionalEntry, document.settings),
      },
    })
  }

/**
 * Finds a professional by handle, or by name ignoring case and accents.
 * @throws ProvisioningError PROFESSIONAL_NOT_FOUND when none or several match
 */
export function findProfessionalEntry<Person extends { handle: string; name: string }>(
  who: string,
  team: readonly Person[],
  slug: string,
): Person {
  const byHandle = team.filter(({ handle }) => handle === who)
  const found =
    byHandle.length > 0
      ? byHandle
      : team.filter(({ name }) => normalize(name) === normalize(who.trim()))
  if (found.length === 1 && found[0] !== undefined) return found[0]
  const listed = (found.length > 1 ? found : team)
    .slice(0, maxListed)
    .map(({ handle, name }) => `${handle} (${name})`)
    .join(', ')
  throw new ProvisioningError(
    'PROFESSIONAL_NOT_FOUND',
    found.length > 1
      ? `Several professionals of ${slug} are called ${who}. Use the handle: ${listed}.`
      : `${slug} has no professional ${who}.${suggestion(who, team)} ` +
          `Professionals: ${listed || 'none'}.`,
  )
}

/** Suggests professionals with this first or last name, or else those with the closest name. */
function suggestion(who: string, team: readonly { handle: string; name: string }[]): string {
  const byPart = team.filter(({ name }) =>
    normalize(name).split(/\s+/).includes(normalize(who.trim())),
  )
  const closest = closestMatch(
    who,
    team.flatMap(({ handle, name }) => [handle, name]),
  )
  const similar = team.filter(({ handle, name }) => closest === handle || closest === name)
  const handles = (byPart.length > 0 ? byPart : similar)
    .slice(0, maxListed)
    .map(({ handle }) => handle)
  return handles.length === 0 ? '' : ` Did you mean ${handles.join(' or ')}?`
}

const maxListed = 20
