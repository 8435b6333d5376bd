export { hashAddressToken, newAddressToken } from './address-token.ts'
export {
  hashApiKey,
  type KeyKind,
  type KeyLabel,
  newApiKey,
  readApiKey,
  withChecksum,
} from './api-key.ts'
export {
  type ApiKeyCache,
  type ApiKeyCacheOptions,
  type BusinessMode,
  openApiKeyCache,
  type Principal,
} from './api-key-cache.ts'
export { type CalendarReader, findCalendarReader, findMovedAddress } from './calendar-token.ts'
export { createKey, type NewKeyInput } from './create-key.ts'
export { installDemoKeys, storeDemoKeys } from './demo-keys.ts'
export { KeyError } from './key-change.ts'
export type { CreatedKey, KeySummary } from './key-summary.ts'
export { type ListedKey, listKeys } from './list-keys.ts'
export { type LookUpCache, openLookUpCache } from './look-up-cache.ts'
export { findOnboardingVisitor } from './onboarding-token.ts'
export { openPageCache, type PageCache, type SalonPage } from './page-cache.ts'
export { changePageKey, type PageKeyChange, pageKeyChange } from './page-key.ts'
export { revokeKey } from './revoke-key.ts'
export { type RotatedKey, rotateKey } from './rotate-key.ts'
export { assertServed, refusalOfStatus } from './served-status.ts'
