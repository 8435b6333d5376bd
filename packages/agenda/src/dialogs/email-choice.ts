import { nothing, type TemplateResult } from 'lit/html.js'
import type { Host } from '../host/host.ts'
import { checkbox } from './fields.ts'

/** Whether the customer gets an email about a change; nothing for one who has no address. */
export const emailChoice = (
  host: Host,
  { email }: { email: string },
  notifies: boolean,
  changed: (notifies: boolean) => void,
): TemplateResult | typeof nothing =>
  email === ''
    ? nothing
    : checkbox({
        label: host.text.series.noEmail,
        checked: !notifies,
        changed: (isSilent) => {
          changed(!isSilent)
          host.requestUpdate()
        },
      })
