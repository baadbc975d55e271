import { Action, DismissedAction, RunAction } from './actions.ts';
import { CitationRow, SourceRow } from './ai-sources.ts';
import { SentimentReport, Visibility } from './ai-visibility.ts';
import { AiAnswer, AiAnswerRow, TakenAnswers } from './ai-answers.ts';
import { AiRun } from './ai-runs.ts';
import { ArticleChange } from './article-changes.ts';
import { Article, ArticleSummary } from './articles.ts';
import { ArticleClaim } from './claims.ts';
import { Audit, AuditedPage, AuditFinding, AuditIssue } from './audit.ts';
import { AutofillPlan } from './autofill.ts';
import { AutoPublishState } from './auto-publish.ts';
import { Batch, BatchSummary } from './batches.ts';
import { CalendarSlot, PlannedSlots } from './calendar.ts';
import { Deleted } from './common.ts';
import { RadarChange, RadarCheck, RadarSource, WatchedSource } from './content-radar.ts';
import { Recommendations } from './recommendations.ts';
import { AnalyzedGap, ContentGap } from './content-gaps.ts';
import { CompetitorGapJob } from './competitor-gap.ts';
import { AddedCompetitor, Competitor } from './competitors.ts';
import { Delivery, DeliveryDetail, ReplayOfMany } from './deliveries.ts';
import { ArticleBrief, ArticleVersions } from './drafts.ts';
import { Event, eventDescriptions, EventTypeDescription } from './events.ts';
import { DeletedIntegration, Integration, TestedIntegration } from './integrations.ts';
import { Job } from './jobs.ts';
import { DiscoveredKeywords, SearchedKeywords } from './keywords.ts';
import { CreatedKnowledge, Knowledge, KnowledgeDetail, KnowledgeRow, RefreshingKnowledge } from './knowledge.ts';
import { Optimization } from './optimizations.ts';
import { OptimizationBrief, SubmittedRewrite } from './rewrites.ts';
import { Overview } from './overview.ts';
import { Post, RefreshingPosts } from './posts.ts';
import { ChangedProject, Project } from './projects.ts';
import { DeletedPublishingWebhook, PublishedArticle, publishingDescription, PublishingWebhook } from './publishing.ts';
import { SearchReport, SearchRow } from './search-console.ts';
import { SearchSyncJob } from './search-sync.ts';
import { Ranking, RankingCheckJob, TrackedKeywords } from './rankings.ts';
import { AddedKeywords, AddedPrompts, AddedTopic, DeletedTopic, Prompt, Topic, TopicRow } from './topics.ts';
import { RotatedSecret, SigningSecret } from './webhooks.ts';

/** The nouns, under the names that clients see in the OpenAPI document. */
export const nouns = {
  Action,
  DismissedAction,
  RunAction,
  AddedCompetitor,
  AddedKeywords,
  AddedPrompts,
  AiAnswer,
  AiAnswerRow,
  AiRun,
  AnalyzedGap,
  TakenAnswers,
  AddedTopic,
  Article,
  ArticleChange,
  ArticleClaim,
  ArticleSummary,
  ArticleVersions,
  Audit,
  AuditedPage,
  AuditFinding,
  AuditIssue,
  AutofillPlan,
  AutoPublishState,
  Batch,
  BatchSummary,
  CalendarSlot,
  ChangedProject,
  CitationRow,
  Competitor,
  CompetitorGapJob,
  ContentGap,
  CreatedKnowledge,
  Deleted,
  DeletedIntegration,
  DeletedPublishingWebhook,
  DeletedTopic,
  Delivery,
  DeliveryDetail,
  DiscoveredKeywords,
  Event,
  EventTypeDescription,
  Integration,
  Job,
  Knowledge,
  KnowledgeDetail,
  KnowledgeRow,
  Optimization,
  OptimizationBrief,
  Overview,
  PlannedSlots,
  Post,
  Project,
  Prompt,
  PublishedArticle,
  PublishingWebhook,
  RadarChange,
  RadarCheck,
  RadarSource,
  Ranking,
  RankingCheckJob,
  SearchSyncJob,
  Recommendations,
  RefreshingKnowledge,
  RefreshingPosts,
  ReplayOfMany,
  RotatedSecret,
  SearchedKeywords,
  SearchReport,
  SearchRow,
  SentimentReport,
  SigningSecret,
  SourceRow,
  SubmittedRewrite,
  TestedIntegration,
  TrackedKeywords,
  Topic,
  TopicSummary: TopicRow,
  Visibility,
  WatchedSource,
  WritingBrief: ArticleBrief,
};

/** Everything sent to receivers, for the OpenAPI document. */
export const webhooks = [...eventDescriptions, publishingDescription];
