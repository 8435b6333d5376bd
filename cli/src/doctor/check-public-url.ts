import { parsePublicUrl } from '@silla/core/pages/public-url'
import { readSettings } from '../config.ts'
import { checkAddress } from './check-address.ts'
import { type Finding, problem, skip } from './finding.ts'

/** Whether the API responds at the address that emails and pages link to. */
export async function checkPublicUrl(): Promise<Finding> {
  const { publicUrl } = readSettings()
  if (publicUrl === undefined)
    return skip('public-url', 'PUBLIC_URL is not set here: the address of the pages is not known.')
  try {
    parsePublicUrl(publicUrl)
  } catch {
    return problem(
      'public-url',
      'PUBLIC_URL is not the address of a server.',
      'Expected one without a path, like https://book.example.',
    )
  }
  return checkAddress('public-url', 'PUBLIC_URL', publicUrl)
}
