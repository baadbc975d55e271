/** Types that sites use most, and those that are one letter from another one. */
const common =
  `AboutPage AggregateOffer AggregateRating Answer Article AudioObject Blog BlogPosting Book Brand BreadcrumbList Bakery BusinessEvent
  Clip CollectionPage Comment ContactPage ContactPoint Corporation Course CreativeWork Dataset DefinedTerm EducationalOrganization Event
  FAQPage GeoCoordinates HowTo HowToSection HowToStep Hotel ImageObject ItemList ItemPage JobPosting ListItem LocalBusiness Menu MenuItem
  Movie MusicEvent NewsArticle NewsMediaOrganization NutritionInformation Offer OfferCatalog OpeningHoursSpecification Organization Person
  Place PostalAddress Product ProductGroup ProfilePage PropertyValue QAPage Question Rating Recipe Restaurant Review Role SearchAction
  Service SiteNavigationElement SoftwareApplication SpeakableSpecification Store TechArticle Thing UnitPriceSpecification VideoObject
  WebApplication WebPage WebSite`.split(/\s+/);
const known = new Set(common);
/** Of the vocabulary as well, though one letter from a common one. */
const others = new Set(['Hostel', 'Motel']);
const minLength = 5;

/** The common type that a type is one slip away from; null for any other. */
export function meantType(type: string): string | null {
  if (type.length < minLength || type.length > 40 || known.has(type) || others.has(type) || !/^[A-Za-z]+$/.test(type)) return null;
  return common.find((one) => one.toLowerCase() === type.toLowerCase() || (one.length >= minLength && isOneSlip(one, type))) ?? null;
}

/** One letter more, less, other, or two that changed places. */
function isOneSlip(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1) return false;
  let start = 0;
  while (start < one.length && one[start] === other[start]) start++;
  let end = 0;
  while (end < Math.min(one.length, other.length) - start && one.at(-1 - end) === other.at(-1 - end)) end++;
  const [left, right] = [one.slice(start, one.length - end), other.slice(start, other.length - end)];
  if (left.length <= 1 && right.length <= 1) return true;
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0];
}
