import { closestMatch, normalize } from '../../text.ts'
import type { SalonEdit } from '../change-salon.ts'
import { ProvisioningError } from '../provisioning-error.ts'
import { parseSalonDocument } from '../salon-file/parse-salon-file.ts'
import type { SalonFileDocument } from '../salon-file/schema.ts'

export type ProfessionalEntry = NonNullable<SalonFileDocument['professionals']>[string]

/**
 * Edits what a salon's file says about one professional.
 * @param who the handle, or the name whatever its capitals and accents
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
  (written) => {
    const team = written.professionals ?? {}
    const people = Object.entries(team).map(([handle, { name }]) => ({ handle, name }))
    const { handle } = findProfessionalEntry(who, people, written.salon)
    return parseSalonDocument({
      ...written,
      professionals: {
        ...team,
        [handle]: edit(team[handle] as ProfessionalEntry, written.settings),
      },
    })
  }

/**
 * The one of a team that was meant: by the handle, or by the name whatever its capitals and
 * accents.
 * @throws ProvisioningError PROFESSIONAL_NOT_FOUND when that is nobody, or more than one
 */
export function findProfessionalEntry<Person extends { handle: string; name: string }>(
  who: string,
  team: readonly Person[],
  slug: string,
): Person {
  const meant = team.filter(({ handle }) => handle === who)
  const found =
    meant.length > 0 ? meant : team.filter(({ name }) => normalize(name) === normalize(who.trim()))
  if (found.length === 1 && found[0] !== undefined) return found[0]
  const observation = (found.length > 1 ? found : team)
    .slice(0, mostTold)
    .map(({ handle, name }) => `${handle} (${name})`)
  throw new ProvisioningError(
    'PROFESSIONAL_NOT_FOUND',
    found.length > 1
      ? `More than one professional of ${slug} is called ${who}: ${observation.join(', ')}.`
      : `${slug} has no professional ${who}.${guess(who, team)} Its team: ${observation.join(', ') || 'nobody'}.`,
  )
}

/** Whoever has this among their names, else whoever is called almost so. */
function guess(who: string, team: readonly { handle: string; name: string }[]): string {
  const partly = team.filter(({ name }) =>
    normalize(name).split(/\s+/).includes(normalize(who.trim())),
  )
  const near = closestMatch(
    who,
    team.flatMap(({ handle, name }) => [handle, name]),
  )
  const almost = team.filter(({ handle, name }) => near === handle || near === name)
  const meant = (partly.length > 0 ? partly : almost).slice(0, mostTold).map(({ handle }) => handle)
  return meant.length === 0 ? '' : ` Did you mean ${meant.join(' or ')}?`
}

const mostTold = 20
