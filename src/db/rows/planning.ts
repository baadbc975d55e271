export interface PlanningTables {}
