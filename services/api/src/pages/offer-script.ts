import { readAsset } from '../assets.ts'

let loading: Promise<string> | undefined

/** The script of the page of an offer, which is inline. It is read when it is first needed. */
export const offerScript = (): Promise<string> => (loading ??= readAsset('offer-page.js'))
