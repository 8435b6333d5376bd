/** Where a salon completes its account, followed by the token (D53). */
export const onboardingPath = '/conectar/'

/** @param publicUrl where customers reach the API; '': the result is relative to it */
export const onboardingUrl = (publicUrl: string, token: string): string =>
  `${publicUrl}${onboardingPath}${token}`
