/** Where a salon completes its account, followed by the token (D53). */
export const onboardingPath = '/conectar/'

/**
 * The addresses of a salon's onboarding.
 *
 * @param publicUrl where customers reach the API
 */
export function onboardingUrls(publicUrl: string, token: string): { page: string; status: string } {
  const page = `${publicUrl}${onboardingPath}${token}`
  return { page, status: `${page}/estado` }
}
