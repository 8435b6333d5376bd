import type { RecordName } from '../forms.ts'
import type { SettingsHost } from '../settings-host.ts'
import { RecordPage } from './record-page.ts'

export default (settings: SettingsHost, query: URLSearchParams): RecordPage =>
  new RecordPage(settings, query.get('parte') as RecordName)
