import { parseStaffUrl } from '@silla/core/pages/public-url'
import { readSettings } from '../config.ts'
import { checkAddress } from './check-address.ts'
import { type Finding, problem, skip, warning } from './finding.ts'

/** Whether the API responds where staff sign in, and customers have another address (D63). */
export async function checkStaffUrl(): Promise<Finding> {
  const { publicUrl, staffUrl: text } = readSettings()
  if (text === undefined)
    return skip('staff-url', 'STAFF_URL is not set here: where staff sign in is not known.')
  let staffUrl: string
  try {
    staffUrl = parseStaffUrl(text) ?? text
  } catch {
    return problem(
      'staff-url',
      'STAFF_URL is not an address at which staff can sign in.',
      'Expected HTTPS and a host name without a path, like https://staff.example.',
    )
  }
  if (staffUrl === URL.parse(publicUrl ?? '')?.origin)
    return warning(
      'staff-url',
      'STAFF_URL is the same as PUBLIC_URL: scripts of the booking pages run where staff sign in.',
      'Give staff a host name of their own.',
    )
  return checkAddress('staff-url', 'STAFF_URL', staffUrl)
}
