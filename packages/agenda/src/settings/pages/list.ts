import { type ListName, listForms } from '../forms.ts'
import type { SettingsHost, SettingsPage } from '../settings-host.ts'
import { EntryPage } from './entry-page.ts'
import { ListPage } from './list-page.ts'

/** A list, or the entry that the address names. */
export default (settings: SettingsHost, query: URLSearchParams): SettingsPage => {
  const form = listForms[query.get('parte') as ListName]
  const id = query.get('id')
  if (id === 'nuevo') return new EntryPage(settings, form, null)
  return Number(id) > 0 ? new EntryPage(settings, form, Number(id)) : new ListPage(settings, form)
}
