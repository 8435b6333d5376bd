import { listForms } from '../forms.ts'
import type { SettingsHost, SettingsPage } from '../settings-host.ts'
import { EntryPage } from './entry-page.ts'
import { ListPage } from './list-page.ts'
import { PersonPage } from './person-page.ts'
import { TeamPage } from './team-page.ts'

/** The team, or the person that the address names. */
export default (settings: SettingsHost, query: URLSearchParams): SettingsPage => {
  const id = query.get('id')
  const mayChangeTeam = settings.host.may('ajustes.negocio')
  if (id === 'nuevo' && mayChangeTeam) return new EntryPage(settings, listForms.personas, null)
  if (Number(id) > 0) return new PersonPage(settings, Number(id), query.get('de'))
  return mayChangeTeam ? new ListPage(settings, listForms.personas) : new TeamPage(settings)
}
