import { openApi, testApi } from '../../support/api.ts'
import { atEnd, onePerFile } from '../../support/at-end.ts'
import { freePort } from '../../support/free-port.ts'

/**
 * A second process of this file's API, at the address that pages and emails link to. It has the clock
 * of the first, so that `openSalon` and `salon.setTime` apply to it. @returns its origin
 */
export const publicApi = onePerFile(async (): Promise<string> => {
  const { clock } = await testApi()
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const api = await openApi(undefined, { clock, port, publicUrl: origin, assetsBaseUrl: origin })
  atEnd(api.close)
  return origin
})
