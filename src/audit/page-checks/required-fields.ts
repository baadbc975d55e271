import type { PageFacts } from '../../pages/page-facts.ts';
import type { CheckText, Evidence, PageCheck } from '../check.ts';
import { at, html } from './evidence.ts';
import { allNodes, isReference, lacks, leadingNodes, naming, typesOf } from './nodes.ts';

interface Requirement extends Omit<CheckText, 'category' | 'howToFix'> {
  types: RegExp;
  /** What Google’s documentation of the type asks for; of those with a bar between them one is enough. */
  fields: readonly string[];
  /** Also within other things, such as a video in an article. */
  isEverywhere?: true;
}

const business =
  /^(?:LocalBusiness|Store|Restaurant|CafeOrCoffeeShop|BarOrPub|Bakery|Hotel|Dentist|Physician|MedicalClinic|BeautySalon|HairSalon|AutoRepair|AutoDealer|RealEstateAgent|LegalService|HomeAndConstructionBusiness|Plumber|Electrician|ClothingStore|GroceryStore|BookStore|Florist|Pharmacy|ProfessionalService|FoodEstablishment)$/;

const requirements: readonly Requirement[] = [
  {
    code: 'product_without_name',
    severity: 'warning',
    title: 'Products without a name',
    why: 'Search engines ask for it.',
    types: /^Product(?:Group)?$/,
    fields: ['name'],
  },
  {
    code: 'product_without_image',
    severity: 'warning',
    title: 'Products without an image',
    why: 'Search engines show products for sale with an image, or not among products at all.',
    types: /^Product$/,
    fields: ['image|hasVariant|isVariantOf'],
  },
  {
    code: 'product_without_offer',
    severity: 'notice',
    title: 'Products without offer, review or rating',
    why: 'Search engines show a product only with one of them, and its price only with an offer.',
    types: /^Product$/,
    fields: ['offers|review|aggregateRating|hasVariant|isVariantOf|offer'],
  },
  {
    code: 'event_incomplete',
    severity: 'warning',
    title: 'Events without name, time or place',
    why: 'Search engines ask for all three.',
    types: /Event$/,
    fields: ['name', 'startDate', 'location'],
  },
  {
    code: 'event_without_image',
    severity: 'notice',
    title: 'Events without an image',
    why: 'Search engines show events with an image first, and advise one for each.',
    types: /Event$/,
    fields: ['image'],
  },
  {
    code: 'video_incomplete',
    severity: 'warning',
    title: 'Videos without name, picture or date',
    why: 'Search engines ask for all three.',
    types: /^VideoObject$/,
    fields: ['name', 'thumbnailUrl', 'uploadDate'],
    isEverywhere: true,
  },
  {
    code: 'recipe_incomplete',
    severity: 'warning',
    title: 'Recipes without name, image, ingredients or steps',
    why: 'Search engines ask for the first two, and show guided recipes only with all of them.',
    types: /^Recipe$/,
    fields: ['name', 'image', 'recipeIngredient', 'recipeInstructions'],
  },
  {
    code: 'business_incomplete',
    severity: 'notice',
    title: 'Local businesses without name or address',
    why: 'Maps and local results show a business where they know the place.',
    types: business,
    fields: ['name', 'address'],
  },
  {
    code: 'course_incomplete',
    severity: 'notice',
    title: 'Courses without name, description or provider',
    why: 'Search engines list a course only with all three.',
    types: /^Course$/,
    fields: ['name', 'description', 'provider'],
  },
  {
    code: 'job_incomplete',
    severity: 'warning',
    title: 'Jobs without what search engines ask for',
    why: 'They show a job only with its title, description, date, employer and place; one done from anywhere says so in place of it.',
    types: /^JobPosting$/,
    fields: ['title', 'description', 'datePosted', 'hiringOrganization', 'jobLocation|jobLocationType|applicantLocationRequirements'],
  },
  {
    code: 'review_incomplete',
    severity: 'warning',
    title: 'Reviews without author or rating',
    why: 'Search engines show a review only where they learn who judged, and how.',
    types: /^(?:Critic|User|Employer)?Review$/,
    fields: ['author', 'reviewRating'],
    isEverywhere: true,
  },
  {
    code: 'dataset_incomplete',
    severity: 'warning',
    title: 'Datasets without name or description',
    why: 'Searches for data ask for both.',
    types: /^Dataset$/,
    fields: ['name', 'description'],
  },
  {
    code: 'app_incomplete',
    severity: 'notice',
    title: 'Apps without name, price or rating',
    why: 'Search engines show an app only with its name, an offer, which may be free, and a rating or review.',
    types: /^(?:Software|Mobile|Web)Application$/,
    fields: ['name', 'offers', 'aggregateRating|review'],
  },
  {
    code: 'profile_incomplete',
    severity: 'warning',
    title: 'Profile pages that do not say whose they are',
    why: 'Search engines ask for the person or organization that the page is about.',
    types: /^ProfilePage$/,
    fields: ['mainEntity'],
  },
  {
    code: 'post_incomplete',
    severity: 'warning',
    title: 'Forum posts without author, date or content',
    why: 'Search engines ask for all three.',
    types: /^DiscussionForumPosting$/,
    fields: ['author', 'datePublished', 'text|image|video|sharedContent|articleBody'],
  },
];

/** What Google asks of each kind of thing that it shows in a form of its own. */
export const requiredFieldChecks: readonly PageCheck[] = requirements.map(({ types, fields, isEverywhere, ...text }) => ({
  ...text,
  category: 'structured_data',
  howToFix: `Add what is missing: ${fields.map((field) => `"${field.split('|')[0]}"`).join(', ')}.`,
  find: html((facts) => incomplete(facts, types, fields, isEverywhere)),
}));

function incomplete(facts: PageFacts, types: RegExp, fields: readonly string[], isEverywhere = false): Evidence[] {
  return (isEverywhere ? allNodes(facts) : leadingNodes(facts)).flatMap(({ line, node }) => {
    if (!typesOf(node).some((one) => types.test(one)) || isReference(node)) return [];
    const missing = fields.filter((field) => lacks(node, ...field.split('|'))).map((field) => field.split('|')[0]);
    return missing.length > 0 ? [at({ line }, `${naming(node)} lacks ${missing.join(', ')}`)] : [];
  });
}
