/** The code of a refused address is spelt as the error code is. */
export const oneSpelling = `
update attempts set response = replace(response, '"code":"refused_address"', '"code":"address_refused"')
  where response like '{"error":{"code":"refused_address"%';
`;
